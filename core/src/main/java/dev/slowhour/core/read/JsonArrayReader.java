package dev.slowhour.core.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import dev.slowhour.core.data.Place;
import java.io.IOException;

/** Reads a file that is one JSON array, element by element, as if each were a line. */
final class JsonArrayReader {

  /**
   * Deep enough for every element to be judged by itself; the stack of the parser is on the heap.
   */
  private static final JsonFactory FACTORY = JsonObjectReader.factory(Integer.MAX_VALUE);

  /** Takes one element: where it stood, and the bytes that write it. */
  interface ElementConsumer {
    void accept(Place place, byte[] bytes, int from, int to);
  }

  private JsonArrayReader() {}

  /**
   * Hands over the elements of an array.
   *
   * @param source index of the file among those of its table
   * @param name the file as messages name it
   * @param bytes the whole file
   * @throws InputException when the file is not one JSON array; the message gives the position
   */
  static void read(int source, String name, byte[] bytes, ElementConsumer consumer)
      throws InputException {
    int start = bytes.length >= 3 && Utf8.startsWithByteOrderMark(bytes, 0) ? 3 : 0;
    if (Utf8.startsLikeAnotherEncoding(bytes, start, bytes.length)
        || !Utf8.isValid(bytes, start, bytes.length)) {
      throw new InputException(name + ": not UTF-8 (expected: a JSON array in UTF-8)");
    }
    try (JsonParser parser = FACTORY.createParser(bytes, start, bytes.length - start)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw notAnArray(name, parser.currentTokenLocation(), null);
      }
      long position = 0;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == null) {
          throw notAnArray(name, parser.currentLocation(), null);
        }
        int from = start + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        // A scalar is only known to have ended once it has been read to its end.
        parser.finishToken();
        int to = start + (int) parser.currentLocation().getByteOffset();
        consumer.accept(new Place(source, ++position), bytes, from, to);
      }
      if (parser.nextToken() != null) {
        throw notAnArray(name, parser.currentTokenLocation(), null);
      }
    } catch (StreamReadException e) {
      throw notAnArray(name, e.getLocation(), e);
    } catch (IOException e) {
      throw new InputException(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputException notAnArray(String name, JsonLocation at, IOException cause) {
    return new InputException(
        name
            + ": no JSON array at line "
            + at.getLineNr()
            + ", column "
            + at.getColumnNr()
            + " (expected: [ {…}, … ]; one object a line belongs in a .jsonl file)",
        cause);
  }
}
