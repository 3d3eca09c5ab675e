package dev.slowhour.loadgen.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.slowhour.core.read.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The headers of a request: the same of all, its id, and what a gateway tells tenants by, a key of
 * their own or a header with the tenant's id.
 */
public final class TenantHeaders implements Function<OfferedRequest, Map<String, String>> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> common;
  private final Map<String, String> keyByTenant;
  private final String tenantHeader;

  /**
   * Headers.
   *
   * @param common those of every request
   * @param keyByTenant bearer token of a tenant; other tenants have what is common
   * @param tenantHeader name of a header for the tenant's id, empty for none
   */
  public TenantHeaders(
      Map<String, String> common, Map<String, String> keyByTenant, String tenantHeader) {
    this.common = Map.copyOf(common);
    this.keyByTenant = Map.copyOf(keyByTenant);
    this.tenantHeader = tenantHeader;
  }

  /**
   * Reads keys: a JSON object of tenant ids and texts.
   *
   * @throws InputException when it is none; keys are not repeated in the message
   */
  public static Map<String, String> readKeys(Path file) throws IOException, InputException {
    Map<String, String> keys = new HashMap<>();
    try {
      JsonNode root = JSON.readTree(Files.readString(file));
      for (Map.Entry<String, JsonNode> entry : root.properties()) {
        if (!entry.getValue().isTextual()) {
          throw new InputException(
              file + ": " + entry.getKey() + ": no text (expected: a key as text)");
        }
        keys.put(entry.getKey(), entry.getValue().textValue());
      }
      if (keys.isEmpty()) {
        throw new InputException(file + ": no key (expected: {\"tenant_id\": \"key\", …})");
      }
    } catch (JsonProcessingException e) {
      throw new InputException(file + ": no JSON (expected: {\"tenant_id\": \"key\", …})");
    }
    return keys;
  }

  @Override
  public Map<String, String> apply(OfferedRequest request) {
    Map<String, String> headers = new HashMap<>(common);
    headers.put("x-request-id", request.plan().requestId());
    String tenant = request.plan().tenantId();
    if (keyByTenant.containsKey(tenant)) {
      headers.put("authorization", "Bearer " + keyByTenant.get(tenant));
    }
    if (!tenantHeader.isEmpty()) {
      headers.put(tenantHeader, tenant);
    }
    return headers;
  }
}
