package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import dev.slowhour.job.store.Access;
import dev.slowhour.job.store.Grantee;
import dev.slowhour.job.store.StoreAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    name = "grant",
    header = "Let a customer, operations or a shared screen read the store.",
    description = {
      "",
      "Makes a database role that sees what it may see and nothing else, and prints the datasource"
          + " file for its organisation in Grafana. Once more with the same grantee it keeps the"
          + " role and sets its password again.",
      "",
      "Who sees what: docs/security.md.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a fault of slowhour",
      "2:the store cannot be reached or changed, or does not know the tenant"
    },
    sortOptions = false)
final class GrantCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private JdbcOptions jdbc;

  @ArgGroup(multiplicity = "1")
  private Who who;

  static final class Who {
    @Option(
        names = "--tenant",
        paramLabel = "ID",
        description = "A customer: its own windows, and counts of others.")
    private String tenantOrNull;

    @Option(names = "--operations", description = "Everything.")
    private boolean isOperations;

    @Option(names = "--joint", description = "A screen that several look at: counts only.")
    private boolean isJoint;

    Grantee grantee() {
      if (isOperations) {
        return Grantee.operations();
      }
      return isJoint ? Grantee.joint() : Grantee.customer(tenantOrNull);
    }
  }

  @Option(
      names = "--role-password-file",
      paramLabel = "FILE",
      description =
          "The role's password is its first line; made with a random one when it is not there."
              + " Grafana reads it from there.")
  private Path passwordFileOrNull;

  @Option(
      names = "--org",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of the organisation in Grafana (default: ${DEFAULT-VALUE}).")
  private int organisation;

  @Option(names = "--revoke", description = "Take the role away instead.")
  private boolean revokes;

  @Override
  public Integer call() throws InputException, IOException {
    StoreAddress address = jdbc.requiredAddress();
    Grantee grantee = who.grantee();
    if (revokes) {
      Optional<String> role = Access.revoke(address, grantee);
      spec.commandLine()
          .getOut()
          .println(
              address.display()
                  + ": "
                  + role.map(name -> "role " + name + " of " + grantee + " is gone")
                      .orElse("there was no role of " + grantee));
      return 0;
    }
    if (passwordFileOrNull == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--role-password-file is missing (expected: a file for the role's password)");
    }
    if (organisation < 1) {
      throw new ParameterException(
          spec.commandLine(), "--org: " + organisation + " (expected: an integer ≥ 1)");
    }
    String role = Access.grant(address, grantee, RolePassword.in(passwordFileOrNull));
    spec.commandLine()
        .getOut()
        .print(
            DatasourceText.of(grantee.toString(), address, role, passwordFileOrNull, organisation));
    return 0;
  }
}
