package dev.slowhour.loadgen.http;

import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.client.Collector;
import io.prometheus.client.Counter;
import io.prometheus.client.Gauge;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@code process_} families of Python's client, of this process. */
final class ProcessMetrics {

  private static final double PAGE_BYTES = 4_096;

  private ProcessMetrics() {}

  /**
   * The families now.
   *
   * @param startSeconds when the served engine started, seconds since 1970; a restart of it is one
   *     of the process to whoever looks from outside
   */
  static List<Collector> collectors(double startSeconds) {
    List<Collector> families = new ArrayList<>();
    long[] pages = memoryPages();
    if (pages.length > 1) {
      add(families, "process_virtual_memory_bytes", "Virtual memory.", pages[0] * PAGE_BYTES);
      add(families, "process_resident_memory_bytes", "Resident memory.", pages[1] * PAGE_BYTES);
    }
    add(families, "process_start_time_seconds", "Start, in seconds since 1970.", startSeconds);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      Counter cpu = Counter.build("process_cpu_seconds", "CPU time.").create();
      cpu.inc(system.getProcessCpuTime() / 1e9);
      families.add(new WithoutCreated(cpu));
      add(
          families,
          "process_open_fds",
          "Open files.",
          (double) system.getOpenFileDescriptorCount());
      add(
          families,
          "process_max_fds",
          "Most open files.",
          (double) system.getMaxFileDescriptorCount());
    }
    return families;
  }

  private static void add(List<Collector> families, String name, String help, double value) {
    Gauge gauge = Gauge.build(name, help).create();
    gauge.set(value);
    families.add(gauge);
  }

  private static long[] memoryPages() {
    try {
      String[] fields = Files.readString(Path.of("/proc/self/statm")).split(" ", -1);
      return new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1])};
    } catch (IOException | NumberFormatException e) {
      // Not Linux: Python's client leaves the two away as well.
      return new long[0];
    }
  }

  /** Python's process collector has no times of creation. */
  private static final class WithoutCreated extends Collector {
    private final Counter counter;

    private WithoutCreated(Counter counter) {
      this.counter = counter;
    }

    @Override
    public List<MetricFamilySamples> collect() {
      MetricFamilySamples family = counter.collect().get(0);
      List<MetricFamilySamples.Sample> samples =
          family.samples.stream().filter(sample -> sample.name.endsWith("_total")).toList();
      return List.of(new MetricFamilySamples(family.name, family.type, family.help, samples));
    }
  }
}
