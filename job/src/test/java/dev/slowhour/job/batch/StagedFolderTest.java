package dev.slowhour.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StagedFolderTest {

  @TempDir private Path folder;
  private Path target;

  @BeforeEach
  void nameTarget() {
    target = folder.resolve("out");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void putInPlace(String content) throws Exception {
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.writeString(staged.path().resolve("run.json"), content);
      staged.putInPlace();
    }
  }

  private void fail() throws Exception {
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.writeString(staged.path().resolve("run.json"), "half");
    }
  }

  private void assertRefused() throws IOException {
    assertThatThrownBy(() -> StagedFolder.beside(target))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "out: "
                + target
                + " is there already and is no judged output (expected: a new folder, or one that"
                + " judge wrote)");
    assertThat(names(folder)).containsExactly("out");
  }

  @Test
  void nothingIsInPlaceBeforeTheEnd() throws Exception {
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.writeString(staged.path().resolve("run.json"), "whole");

      assertThat(target).doesNotExist();
    }
  }

  @Test
  void whatIsPutInPlaceIsThereAndNothingElse() throws Exception {
    putInPlace("whole");

    assertThat(names(folder)).containsExactly("out");
    assertThat(names(target)).containsExactly("run.json");
    assertThat(target.resolve("run.json")).hasContent("whole");
  }

  @Test
  void aFailedRunLeavesNothing() throws Exception {
    fail();

    assertThat(names(folder)).isEmpty();
  }

  @Test
  void aFailedRunLeavesNoFolderAboveEither() throws Exception {
    target = folder.resolve("a/b/out");
    fail();

    assertThat(names(folder)).isEmpty();
  }

  @Test
  void foldersAboveAreMade() throws Exception {
    target = folder.resolve("a/b/out");
    putInPlace("whole");

    assertThat(target.resolve("run.json")).hasContent("whole");
    assertThat(names(folder.resolve("a/b"))).containsExactly("out");
  }

  @Test
  void aFolderAboveInWhichSomethingHasComeStays() throws Exception {
    target = folder.resolve("a/b/out");
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.writeString(staged.path().resolve("run.json"), "half");
      Files.writeString(folder.resolve("a/other"), "of somebody else");
    }

    assertThat(names(folder.resolve("a"))).containsExactly("other");
  }

  @Test
  void anEarlierOutputIsReplaced() throws Exception {
    Files.createDirectory(target);
    for (String file : List.of("run.json", "verdicts.json", "minutes.jsonl", "notices.jsonl")) {
      Files.writeString(target.resolve(file), "earlier");
    }
    putInPlace("later");

    assertThat(names(folder)).containsExactly("out");
    assertThat(names(target)).containsExactly("run.json");
    assertThat(target.resolve("run.json")).hasContent("later");
  }

  @Test
  void anEarlierOutputOutlivesAFailedRun() throws Exception {
    putInPlace("earlier");
    fail();

    assertThat(names(folder)).containsExactly("out");
    assertThat(target.resolve("run.json")).hasContent("earlier");
  }

  @Test
  void anEmptyFolderIsFilled() throws Exception {
    Files.createDirectory(target);
    putInPlace("whole");

    assertThat(target.resolve("run.json")).hasContent("whole");
  }

  @Test
  void aFolderOfSomethingElseIsRefused() throws Exception {
    Files.createDirectory(target);
    Files.writeString(target.resolve("thesis.txt"), "not to be lost");

    assertRefused();
    assertThat(target.resolve("thesis.txt")).hasContent("not to be lost");
  }

  @Test
  void anEarlierOutputWithSomethingElseBesideIsRefused() throws Exception {
    putInPlace("earlier");
    Files.writeString(target.resolve("thesis.txt"), "not to be lost");

    assertRefused();
    assertThat(target.resolve("thesis.txt")).hasContent("not to be lost");
  }

  @Test
  void aFileInTheWayIsRefused() throws Exception {
    Files.writeString(target, "not to be lost");

    assertRefused();
    assertThat(target).hasContent("not to be lost");
  }

  @Test
  void theRootIsRefused() {
    assertThatThrownBy(() -> StagedFolder.beside(folder.getRoot()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("out: " + folder.getRoot());
  }

  @Test
  void whenItCannotBePutInPlaceNothingIsLeftBeside() throws Exception {
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.writeString(staged.path().resolve("run.json"), "whole");
      Files.createSymbolicLink(target, folder.resolve("nowhere"));

      assertThatThrownBy(staged::putInPlace).isInstanceOf(InputException.class);
    }

    assertThat(names(folder)).containsExactly("out");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theResultIsAsReadableAsAnyOtherFolder() throws Exception {
    putInPlace("whole");
    Path other = Files.createDirectory(folder.resolve("other"));

    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(Files.getPosixFilePermissions(other));
    assertThat(Files.getPosixFilePermissions(target.resolve("run.json")))
        .isEqualTo(Files.getPosixFilePermissions(Files.createFile(other.resolve("file"))));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkToAnEarlierOutputStaysALink() throws Exception {
    Path link = target;
    target = Files.createDirectories(folder.resolve("elsewhere/real"));
    putInPlace("earlier");
    Files.createSymbolicLink(link, target);
    target = link;
    putInPlace("later");

    assertThat(link).isSymbolicLink();
    assertThat(folder.resolve("elsewhere/real/run.json")).hasContent("later");
    assertThat(names(folder.resolve("elsewhere"))).containsExactly("real");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aLinkToNothingIsRefused() throws Exception {
    Files.createSymbolicLink(target, folder.resolve("nowhere"));

    assertRefused();
  }

  @Test
  void whatHasComeThereMeanwhileIsNotReplaced() throws Exception {
    try (StagedFolder staged = StagedFolder.beside(target)) {
      Files.createDirectory(target);
      Files.writeString(target.resolve("thesis.txt"), "not to be lost");

      assertThatThrownBy(staged::putInPlace).isInstanceOf(InputException.class);
    }

    assertThat(names(folder)).containsExactly("out");
    assertThat(target.resolve("thesis.txt")).hasContent("not to be lost");
  }

  @Test
  void aNameThatIsTooLongLeavesNoFolderAbove() throws Exception {
    target = folder.resolve("a/b/" + "x".repeat(300));

    assertThatThrownBy(() -> StagedFolder.beside(target)).isInstanceOf(IOException.class);
    assertThat(names(folder)).isEmpty();
  }

  @Test
  void nothingIsPutInPlaceOnceTheProcessEnds() throws Exception {
    StagedFolder staged = StagedFolder.beside(target);
    staged.close();

    assertThatThrownBy(staged::putInPlace).isInstanceOf(IOException.class);
    assertThat(names(folder)).isEmpty();
  }
}
