package dev.slowhour.job.cli;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** The password of a role in a file of its own, which Grafana reads too; it is never printed. */
final class RolePassword {

  private static final int RANDOM_BYTES = 24;

  private RolePassword() {}

  /**
   * The first line of the file; a new one, which the owner alone may read, where there is none.
   *
   * @throws InputException when the first line is empty
   * @throws IOException when it can be neither read nor made
   */
  static String in(Path file) throws InputException, IOException {
    try {
      Files.createFile(file, ownerOnly());
      byte[] random = new byte[RANDOM_BYTES];
      new SecureRandom().nextBytes(random);
      // No line end: Grafana takes the whole file.
      Files.writeString(file, Base64.getUrlEncoder().encodeToString(random));
    } catch (FileAlreadyExistsException e) {
      // It is used as it is.
    }
    String password = Files.readString(file, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    if (password.isBlank()) {
      throw new InputException(
          "role-password-file: "
              + file
              + ": its first line is empty (expected: a password, or no file there to have one"
              + " made)");
    }
    return password;
  }

  private static FileAttribute<?>[] ownerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
