package dev.slowhour.core.read;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which files of the input folders hold which table.
 *
 * <p>A table is every file in an input folder named after it, followed by {@code .}, {@code -} or
 * {@code _}, with one of the table's endings; and every file with such an ending, whatever its
 * name, directly in a folder named as the table. Folders come in the order given, files of a folder
 * by the code points of their relative path.
 */
public final class InputFiles {

  private static final Pattern LINES =
      Pattern.compile(".*\\.(jsonl|ndjson)(\\.gz)?", Pattern.DOTALL);
  private static final Pattern ARRAY = Pattern.compile(".*\\.json(\\.gz)?", Pattern.DOTALL);
  private static final Pattern CSV = Pattern.compile(".*\\.csv(\\.gz)?", Pattern.DOTALL);

  private final Map<Table, List<InputFile>> files;

  private InputFiles(Map<Table, List<InputFile>> files) {
    this.files = files;
  }

  /**
   * Finds the files of all tables.
   *
   * @param folders the input folders, as given
   * @throws InputException when a folder cannot be listed, requests or contracts are missing, or a
   *     file is there both plain and compressed
   */
  public static InputFiles find(List<String> folders) throws InputException {
    Map<Table, List<InputFile>> files = new EnumMap<>(Table.class);
    for (Table table : Table.values()) {
      files.put(table, new ArrayList<>());
    }
    Set<Path> seen = new HashSet<>();
    for (String folder : folders) {
      if (!seen.add(Path.of(folder).toAbsolutePath().normalize())) {
        throw new InputException(folder + ": given twice (expected: each input folder once)");
      }
      String prefix = folders.size() == 1 ? "" : folder + "/";
      findIn(Path.of(folder), prefix, files);
    }
    for (Table table : List.of(Table.REQUEST_LOGS, Table.TENANT_CONTRACTS)) {
      if (files.get(table).isEmpty()) {
        throw new InputException(
            "no "
                + table.tableName()
                + " in "
                + String.join(", ", folders)
                + " (expected: a file such as "
                + table.tableName()
                + ".jsonl, or a folder "
                + table.tableName()
                + "/)");
      }
    }
    return new InputFiles(files);
  }

  /** The files of a table, in order. */
  public List<InputFile> of(Table table) {
    return List.copyOf(files.get(table));
  }

  private static void findIn(Path folder, String prefix, Map<Table, List<InputFile>> files)
      throws InputException {
    if (!Files.isDirectory(folder)) {
      throw new InputException(folder + ": no such folder (expected: a folder with request logs)");
    }
    Map<String, Path> candidates = new TreeMap<>(CodePointOrder::compare);
    list(folder, "", candidates);
    for (Table table : Table.values()) {
      Path tableFolder = folder.resolve(table.tableName());
      if (Files.isDirectory(tableFolder)) {
        list(tableFolder, table.tableName() + "/", candidates);
      }
    }
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, Path> candidate : candidates.entrySet()) {
      for (Table table : Table.values()) {
        if (holds(table, candidate.getKey())) {
          addFile(table, candidate, prefix, names, files.get(table));
        }
      }
    }
  }

  /** Only folders that can hold a table are looked into; they may be links. */
  private static void list(Path folder, String prefix, Map<String, Path> candidates)
      throws InputException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
      for (Path path : found) {
        // What is no folder is read, or fails to be read: a broken link does not vanish.
        if (!Files.isDirectory(path) && candidates.put(prefix + path.getFileName(), path) != null) {
          throw new InputException(
              path
                  + ": two files have this name as it is read here (expected: names in UTF-8, and"
                  + " a UTF-8 locale)");
        }
      }
    } catch (DirectoryIteratorException e) {
      throw cannotBeListed(folder, e.getCause());
    } catch (IOException e) {
      throw cannotBeListed(folder, e);
    }
  }

  private static InputException cannotBeListed(Path folder, IOException cause) {
    return new InputException(folder + ": cannot be listed: " + FileFailure.reason(cause), cause);
  }

  private static void addFile(
      Table table,
      Map.Entry<String, Path> candidate,
      String prefix,
      Set<String> names,
      List<InputFile> tableFiles)
      throws InputException {
    String name = candidate.getKey();
    // A link to nothing fails when it is read; a pipe would be waited for.
    if (Files.exists(candidate.getValue()) && !Files.isRegularFile(candidate.getValue())) {
      throw new InputException(
          candidate.getValue()
              + ": no regular file (expected: a file, whose lines can be read a second time)");
    }
    if (CSV.matcher(name).matches()) {
      throw new InputException(
          candidate.getValue() + ": CSV is not read (expected: one JSON object a line, .jsonl)");
    }
    String plainName = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    if (!names.add(plainName)) {
      throw new InputException(
          candidate.getValue()
              + ": also there "
              + (name.endsWith(".gz") ? "uncompressed" : "as .gz")
              + " (expected: each file once; move one of the two away)");
    }
    tableFiles.add(new InputFile(table, candidate.getValue(), prefix + name));
  }

  private static boolean holds(Table table, String name) {
    boolean hasEnding =
        LINES.matcher(name).matches()
            || CSV.matcher(name).matches()
            || (isSmall(table) && ARRAY.matcher(name).matches());
    if (!hasEnding) {
      return false;
    }
    int slash = name.indexOf('/');
    if (slash >= 0) {
      return name.substring(0, slash).equals(table.tableName());
    }
    int length = table.tableName().length();
    return name.startsWith(table.tableName()) && ".-_".indexOf(name.charAt(length)) >= 0;
  }

  private static boolean isSmall(Table table) {
    return table == Table.TENANT_CONTRACTS || table == Table.POOLS;
  }
}
