package dev.slowhour.loadgen.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * Where an OpenAI-compatible engine or gateway listens.
 *
 * @param host name or address
 * @param port 1 to 65535
 * @param isTls whether it is spoken to over TLS
 * @param basePath what stands before {@code /v1}, without a slash at its end; often empty
 */
public record Target(String host, int port, boolean isTls, String basePath) {

  private static final String EXPECTED =
      " (expected: an http or https URL such as http://127.0.0.1:8000; /v1 at its end is allowed)";

  /**
   * Reads a URL. {@code /v1} at its end may be there or not, as clients of other tools have it.
   *
   * @throws IllegalArgumentException when it is no such URL, with a message for the user
   */
  public static Target parse(String url) {
    URI uri = uri(url);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean isTls = scheme.equals("https");
    if ((!isTls && !scheme.equals("http")) || uri.getHost() == null) {
      throw new IllegalArgumentException(url + ": no HTTP URL" + EXPECTED);
    }
    if (uri.getUserInfo() != null || uri.getQuery() != null || uri.getFragment() != null) {
      // Not repeated: a user's part may be a password.
      throw new IllegalArgumentException("a URL with a user, a query or a fragment" + EXPECTED);
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : isTls ? 443 : 80;
    String path = uri.getPath().replaceAll("/+$", "");
    String base = path.endsWith("/v1") ? path.substring(0, path.length() - 3) : path;
    String host = uri.getHost().replaceAll("^\\[|]$", "");
    return new Target(host, port, isTls, base);
  }

  private static URI uri(String url) {
    try {
      return new URI(url.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(url + ": no URL" + EXPECTED, e);
    }
  }
}
