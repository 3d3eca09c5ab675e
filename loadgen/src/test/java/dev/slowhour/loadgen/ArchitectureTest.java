package dev.slowhour.loadgen;

import static com.tngtech.archunit.base.DescribedPredicate.not;
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

@AnalyzeClasses(
    packages = "dev.slowhour.loadgen",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule OF_OUR_MODULES_CORE_ALONE_IS_KNOWN =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.slowhour..")
                  .and(resideOutsideOfPackages("dev.slowhour.loadgen..", "dev.slowhour.core..")));

  @ArchTest
  static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES =
      slices().matching("dev.slowhour.loadgen.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_ENGINE_MODEL_IS_PLAIN_JAVA =
      classes()
          .that()
          .resideInAPackage("dev.slowhour.loadgen.engine..")
          .should()
          .onlyDependOnClassesThat(
              resideInAPackage("dev.slowhour.loadgen.engine..")
                  .or(
                      resideInAPackage("java..")
                          .and(
                              not(
                                  com.tngtech.archunit.core.domain.JavaClass.Predicates
                                      .resideInAnyPackage(
                                          "java.io..",
                                          "java.nio..",
                                          "java.net..",
                                          "java.time..",
                                          "java.util.concurrent.."))))
                  .or(com.tngtech.archunit.core.domain.JavaClass.Predicates.type(long[].class)));

  @ArchTest
  static final ArchRule THE_ENGINE_MODEL_LOOKS_AT_NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.loadgen.engine..")
          .should()
          .callMethodWhere(target(owner(resideInAPackage("java.time.."))).and(target(name("now"))))
          .orShould()
          .callMethodWhere(target(owner(assignableTo(Clock.class))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(System.class)))
                  .and(target(nameMatching("currentTimeMillis|nanoTime"))));

  @ArchTest
  static final ArchRule NOBODY_KNOWS_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.slowhour.loadgen.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.slowhour.loadgen.cli..", "picocli..");
}
