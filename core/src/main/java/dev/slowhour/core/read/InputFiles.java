package dev.slowhour.core.read;

import dev.slowhour.core.data.CodePointOrder;
import dev.slowhour.core.data.Table;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which files of the input folders hold which table.
 *
 * <p>A table is every file in an input folder named after it, followed by {@code .}, {@code -} or
 * {@code _}, with one of the table's endings; and every file with such an ending, whatever its
 * name, directly in a folder named as the table: one in an input folder, or the input folder
 * itself. Folders come in the order given, files of a folder by the code points of their relative
 * path.
 */
public final class InputFiles {

  private static final Pattern LINES =
      Pattern.compile(".*\\.(jsonl|ndjson|csv)(\\.gz)?", Pattern.DOTALL);
  private static final Pattern ARRAY = Pattern.compile(".*\\.json(\\.gz)?", Pattern.DOTALL);

  private final Map<Table, List<InputFile>> files;

  private InputFiles(Map<Table, List<InputFile>> files) {
    this.files = files;
  }

  /**
   * Finds the files of all tables, to be judged.
   *
   * @param folders the input folders, as given
   * @throws InputException when a folder cannot be listed, requests or contracts are missing, a
   *     file is there both plain and compressed or in two of the folders, or a CSV file has no
   *     header
   */
  public static InputFiles find(List<String> folders) throws InputException {
    InputFiles found = list(folders);
    for (Table table : List.of(Table.REQUEST_LOGS, Table.TENANT_CONTRACTS)) {
      if (found.of(table).isEmpty()) {
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
    for (Table table : Table.values()) {
      for (InputFile file : found.of(table)) {
        CsvHeaders.require(file);
      }
    }
    return found;
  }

  /**
   * Finds the files of all tables, whatever is missing.
   *
   * @param folders the input folders, as given
   * @throws InputException when a folder cannot be listed, or a file is there both plain and
   *     compressed or in two of the folders
   */
  public static InputFiles list(List<String> folders) throws InputException {
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
    requireEachOnce(files);
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
    Optional<Table> folderTable = named(folder.toAbsolutePath().normalize().getFileName());
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, Path> candidate : candidates.entrySet()) {
      Optional<Table> table = tableOf(candidate.getKey(), folderTable);
      if (table.isPresent()) {
        addFile(table.get(), candidate, prefix, names, files.get(table.get()));
      }
    }
  }

  /** An input folder may lie in another, named as the table whose files it has. */
  private static void requireEachOnce(Map<Table, List<InputFile>> files) throws InputException {
    Set<Path> seen = new HashSet<>();
    for (List<InputFile> ofTable : files.values()) {
      for (InputFile file : ofTable) {
        if (!seen.add(file.path().toAbsolutePath().normalize())) {
          throw new InputException(
              file.path() + ": in two of the input folders (expected: each file once)");
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

  /**
   * The table that a file belongs to.
   *
   * @param name its path relative to the input folder
   * @param folderTable the table that the input folder itself is named as: it takes the files that
   *     are not named after another
   */
  private static Optional<Table> tableOf(String name, Optional<Table> folderTable) {
    int slash = name.indexOf('/');
    Optional<Table> table =
        slash >= 0
            ? named(Path.of(name.substring(0, slash)))
            : namedAfter(name).or(() -> folderTable);
    return table.filter(found -> hasEnding(found, name));
  }

  private static boolean hasEnding(Table table, String name) {
    return LINES.matcher(name).matches() || (isSmall(table) && ARRAY.matcher(name).matches());
  }

  private static Optional<Table> namedAfter(String name) {
    return Arrays.stream(Table.values())
        .filter(table -> name.startsWith(table.tableName()))
        .filter(
            table ->
                name.length() > table.tableName().length()
                    && ".-_".indexOf(name.charAt(table.tableName().length())) >= 0)
        .findFirst();
  }

  private static Optional<Table> named(Path folderNameOrNull) {
    return Arrays.stream(Table.values())
        .filter(table -> Path.of(table.tableName()).equals(folderNameOrNull))
        .findFirst();
  }

  private static boolean isSmall(Table table) {
    return table == Table.TENANT_CONTRACTS || table == Table.POOLS;
  }
}
