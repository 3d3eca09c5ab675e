package dev.slowhour.core.read;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be read or written, in words. */
public final class FileFailure {

  private FileFailure() {}

  /** The reason, without the file: the JDK's most usual failures have its name as message. */
  public static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileSystemException onFile) {
      return onFile.getReason() == null
          ? onFile.getClass().getSimpleName().replace("Exception", "")
          : onFile.getReason();
    }
    return String.valueOf(failure.getMessage());
  }
}
