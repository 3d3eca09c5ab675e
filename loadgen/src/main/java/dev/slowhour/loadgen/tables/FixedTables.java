package dev.slowhour.loadgen.tables;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.slowhour.core.data.Contract;
import dev.slowhour.core.data.Pool;
import dev.slowhour.loadgen.scenario.EndpointPlan;
import dev.slowhour.loadgen.scenario.PlantedHour;
import dev.slowhour.loadgen.scenario.PoolPlan;
import dev.slowhour.loadgen.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a scenario says itself: contracts, pools, and the answer key. */
final class FixedTables {

  private static final ObjectMapper JSON = new ObjectMapper();

  private FixedTables() {}

  static void write(Scenario scenario, Path folder) throws IOException {
    write(contracts(scenario), folder.resolve("tenant_contracts.json"));
    write(pools(scenario), folder.resolve("pools.json"));
    write(answers(scenario), folder.resolve("answers.json"));
  }

  private static void write(ArrayNode array, Path file) throws IOException {
    Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(array) + "\n");
  }

  private static ArrayNode contracts(Scenario scenario) {
    ArrayNode array = JSON.createArrayNode();
    for (EndpointPlan endpoint : scenario.endpoints()) {
      Contract contract = endpoint.contract();
      array
          .addObject()
          .put("tenant_id", contract.tenantId())
          .put("tenant_name", contract.tenantName())
          .put("endpoint_id", contract.endpointId())
          .put("model", contract.model())
          .put("ttft_slo_ms", contract.ttftSloMs())
          .put("tpot_slo_ms", contract.tpotSloMs())
          .put("max_concurrency", contract.maxConcurrency())
          .put("max_input_tokens", contract.maxInputTokens());
    }
    return array;
  }

  private static ArrayNode pools(Scenario scenario) {
    ArrayNode array = JSON.createArrayNode();
    for (PoolPlan plan : scenario.pools()) {
      Pool pool = plan.pool();
      array
          .addObject()
          .put("accel_pool", pool.accelPool())
          .put("title", pool.title())
          .put("synthetic", pool.isSynthetic());
    }
    return array;
  }

  private static ArrayNode answers(Scenario scenario) {
    ArrayNode array = JSON.createArrayNode();
    for (PlantedHour hour : scenario.planted()) {
      ObjectNode answer = array.addObject();
      answer
          .put("tenant_id", hour.target().tenantId())
          .put("endpoint_id", hour.target().endpointId())
          .put("window_start", Times.minute(scenario.start().plusHours(hour.hour())))
          .put("planted", hour.planted().text())
          .put("cause", hour.cause());
    }
    return array;
  }
}
