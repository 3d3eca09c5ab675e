package dev.slowhour.job;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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
import java.io.Serializable;
import java.time.Clock;
import java.time.ZoneId;
import org.apache.flink.api.common.functions.Function;
import org.apache.flink.streaming.api.operators.StreamOperator;

@AnalyzeClasses(packages = "dev.slowhour.job", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES =
      slices().matching("dev.slowhour.job.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_WORKFLOW_KNOWS_NO_SOURCE_AND_NO_SINK =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.workflow..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "org.apache.flink.connector..",
                      "org.apache.flink.api.connector..",
                      "java.io..",
                      "java.nio..",
                      "java.sql..",
                      "dev.slowhour.core.read..",
                      "dev.slowhour.core.output..")
                  .and(not(equivalentTo(Serializable.class))))
          .orShould()
          .dependOnClassesThat(
              resideInAPackage("dev.slowhour.job..")
                  .and(resideOutsideOfPackages("dev.slowhour.job.workflow..")));

  @ArchTest
  static final ArchRule FILES_KNOW_NO_RUN_AND_NO_COMMAND =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.files..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.slowhour.job.batch..", "dev.slowhour.job.cli..");

  @ArchTest
  static final ArchRule TOPICS_KNOW_NO_STORE_NO_RUN_AND_NO_COMMAND =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.kafka..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.slowhour.job.store..",
              "dev.slowhour.job.batch..",
              "dev.slowhour.job.config..",
              "dev.slowhour.job.cli..");

  @ArchTest
  static final ArchRule THE_STORE_KNOWS_NO_RUN_AND_NO_COMMAND =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.slowhour.job.batch..", "dev.slowhour.job.cli..", "dev.slowhour.job.demo..");

  @ArchTest
  static final ArchRule SQL_IS_SPOKEN_IN_THE_STORE_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.slowhour.job.store..", "dev.slowhour.job.demo..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.postgresql..", "org.flywaydb..");

  @ArchTest
  static final ArchRule THE_BROKER_IN_THE_PROCESS_IS_FOR_COMMANDS_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.slowhour.job.kafka.local..", "dev.slowhour.job.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.slowhour.job.kafka.local..", "kafka..");

  @ArchTest
  static final ArchRule NOBODY_KNOWS_THE_COMMAND_LINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.slowhour.job.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.slowhour.job.cli..", "picocli..");

  /** But for the budget of windows that are not final; stream time goes by Flink's clock. */
  @ArchTest
  static final ArchRule THE_WORKFLOW_LOOKS_AT_NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.workflow..")
          .and()
          .doNotHaveSimpleName("RefreshBudget")
          .should()
          .callMethodWhere(target(owner(resideInAPackage("java.time.."))).and(target(name("now"))))
          .orShould()
          .callMethodWhere(target(owner(assignableTo(Clock.class))))
          .orShould()
          .callMethodWhere(
              target(owner(assignableTo(System.class)))
                  .and(target(nameMatching("currentTimeMillis|nanoTime"))))
          .orShould()
          .callMethodWhere(
              target(nameMatching("currentProcessingTime|registerProcessingTimeTimer")))
          .orShould()
          .callMethod(ZoneId.class, "systemDefault");

  /**
   * No final figure may hang on how far time happened to be when a row came. The two that judge ask
   * whether an hour is over, and how far an open one is; StreamingEqualityITCase holds the rest.
   */
  @ArchTest
  static final ArchRule THE_WORKFLOW_DOES_NOT_READ_THE_WATERMARK =
      noClasses()
          .that()
          .resideInAPackage("dev.slowhour.job.workflow..")
          .and()
          .doNotHaveSimpleName("EndpointHours")
          .and()
          .doNotHaveSimpleName("PoolHours")
          .should()
          .callMethodWhere(target(name("currentWatermark")));

  /** Flink takes anything else for a type it does not know, and leaves it to Kryo. */
  @ArchTest
  static final ArchRule WHAT_TRAVELS_IS_A_PUBLIC_RECORD =
      classes()
          .that()
          .resideInAPackage("dev.slowhour.job.workflow")
          .and()
          .areRecords()
          .and()
          .areTopLevelClasses()
          .should()
          .bePublic();

  @ArchTest
  static final ArchRule EVERYTHING_ELSE_IN_THE_WORKFLOW_HAS_ITS_PART =
      classes()
          .that()
          .resideInAPackage("dev.slowhour.job.workflow")
          .and()
          .areTopLevelClasses()
          .and()
          .areNotRecords()
          .should()
          .beAssignableTo(Function.class)
          .orShould()
          .beAssignableTo(StreamOperator.class)
          .orShould()
          .haveNameMatching(
              ".*\\.(JudgeWorkflow|ReadCounters|JobMetrics|package-info"
                  // What the operators of stream time are made of,
                  + "|ObservedTime|PartitionTimes|StreamClock"
                  // and those that judge.
                  + "|BlockPacker|HourBlocks|RefreshBudget|RowNotices)");
}
