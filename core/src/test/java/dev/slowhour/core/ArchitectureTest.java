package dev.slowhour.core;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.ZoneId;

@AnalyzeClasses(
    packages = "dev.slowhour.core",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule CORE_IS_PLAIN_JAVA =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.slowhour.core..", "java..", "com.fasterxml.jackson.core..");

  @ArchTest static final ArchRule DATA_KNOWS_NOTHING_ELSE = onlyKnows("data");

  @ArchTest static final ArchRule TIME_KNOWS_NOTHING_ELSE = onlyKnows("time");

  @ArchTest
  static final ArchRule READING_KNOWS_NO_RULE_AND_NO_OUTPUT = onlyKnows("read", "data", "time");

  @ArchTest
  static final ArchRule THE_DOCTOR_KNOWS_NO_RULE_AND_NO_OUTPUT =
      onlyKnows("doctor", "data", "time", "read");

  @ArchTest
  static final ArchRule THE_JUDGE_KNOWS_NO_INPUT_AND_NO_OUTPUT = onlyKnows("judge", "data", "time");

  @ArchTest
  static final ArchRule EVIDENCE_KNOWS_NO_INPUT = onlyKnows("evidence", "data", "time", "judge");

  @ArchTest
  static final ArchRule OUTPUT_KNOWS_NO_INPUT =
      onlyKnows("output", "data", "time", "judge", "evidence");

  @ArchTest
  static final ArchRule COMPARING_KNOWS_NO_INPUT_AND_NO_OUTPUT =
      onlyKnows("compare", "data", "time", "judge");

  private static ArchRule onlyKnows(String name, String... others) {
    String[] known = new String[others.length + 1];
    known[0] = "dev.slowhour.core." + name + "..";
    for (int i = 0; i < others.length; i++) {
      known[i + 1] = "dev.slowhour.core." + others[i] + "..";
    }
    return noClasses()
        .that()
        .resideInAPackage(known[0])
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.slowhour..").and(resideOutsideOfPackages(known)));
  }

  @ArchTest
  static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES =
      slices().matching("dev.slowhour.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule NOBODY_LOOKS_AT_A_CLOCK =
      noClasses()
          .should()
          .callMethodWhere(target(owner(resideInAPackage("java.time.."))).and(target(name("now"))))
          .orShould()
          .callMethodWhere(target(owner(assignableTo(Clock.class))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(System.class)))
                  .and(target(nameMatching("currentTimeMillis|nanoTime"))))
          .orShould()
          .callMethod(ZoneId.class, "systemDefault");

  @ArchTest
  static final ArchRule NOBODY_PRINTS =
      noClasses()
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule DATA_ARE_PUBLIC_RECORDS_AND_ENUMS =
      classes()
          .that()
          .resideInAPackage("dev.slowhour.core.data")
          .and()
          .haveSimpleNameNotEndingWith("package-info")
          .and()
          .doNotHaveSimpleName("CodePointOrder")
          .and()
          .doNotHaveSimpleName("RawLine")
          .should()
          .bePublic()
          .andShould()
          .beRecords()
          .orShould()
          .beEnums();
}
