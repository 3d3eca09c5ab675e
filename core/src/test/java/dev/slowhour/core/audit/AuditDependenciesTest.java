package dev.slowhour.core.audit;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.slowhour.core.judge.JudgeSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The audit recounts by itself, or it would repeat the judge's mistakes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditDependenciesTest {

  private JavaClasses core;

  @BeforeAll
  void read() {
    core =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.slowhour.core");
  }

  @Test
  void theAuditSharesRecordsReadingTimeAndSettingsAndNothingElse() {
    noClasses()
        .that()
        .resideInAPackage("dev.slowhour.core.audit..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.slowhour..")
                .and(resideOutsideOfPackage("dev.slowhour.core.audit.."))
                .and(resideOutsideOfPackage("dev.slowhour.core.data.."))
                .and(resideOutsideOfPackage("dev.slowhour.core.read.."))
                .and(resideOutsideOfPackage("dev.slowhour.core.time.."))
                .and(
                    describe(
                        "other than JudgeSettings",
                        (JavaClass type) -> !type.isEquivalentTo(JudgeSettings.class))))
        .check(core);
  }

  @Test
  void nothingElseInCoreKnowsTheAudit() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.slowhour.core.audit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.slowhour.core.audit..")
        .check(core);
  }

  @Test
  void onlyTheEntranceAndItsReportAreSeenFromOutside() {
    classes()
        .that()
        .resideInAPackage("dev.slowhour.core.audit..")
        .and()
        .arePublic()
        .should()
        .haveNameMatching(".*\\.(Audit|AuditReport|CheckResult|Failure)")
        .check(core);
  }
}
