/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import io.heapsight.jstat.SampleCost;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Compares the cost of one sample with one {@code jstat -gcutil} process, in the same run on the
 * same JVM (this one). Exits with 1 if a sample costs more than 5 microseconds, or jstat less than
 * 10,000 times as much.
 */
public final class SampleAgainstJstat {
    private static final double MOST_MICROSECONDS = 5;
    private static final double LEAST_RATIO = 10_000;
    private static final int JSTAT_RUNS = 5;

    private SampleAgainstJstat() {}

    public static void main(String[] args) throws Exception {
        Path file = ownCounters();
        double jstat = jstatMicroseconds();
        double sample = 0;
        System.out.println();
        for (RunResult result : measure(file)) {
            double microseconds = result.getPrimaryResult().getScore();
            String name = result.getPrimaryResult().getLabel();
            System.out.printf(
                    Locale.ROOT,
                    "%-18s %12.3f us %12.3f bytes allocated%n",
                    name,
                    microseconds,
                    allocatedBytes(result));
            if (name.equals("counters")) {
                sample = microseconds;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%-18s %12.0f us of CPU%none sample of the counters: %.3f us; jstat costs %.0f times as much%n",
                "jstat -gcutil",
                jstat,
                sample,
                jstat / sample);
        System.exit(sample <= MOST_MICROSECONDS && jstat / sample >= LEAST_RATIO ? 0 : 1);
    }

    private static double allocatedBytes(RunResult result) {
        return Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"))
                .getScore();
    }

    private static Collection<RunResult> measure(Path file) throws RunnerException {
        return new Runner(
                        new OptionsBuilder()
                                .include(SampleCost.class.getName())
                                .addProfiler(GCProfiler.class)
                                .param("file", file.toString())
                                .build())
                .run();
    }

    private static Path ownCounters() {
        Path file =
                Path.of(
                        "/tmp/hsperfdata_" + System.getProperty("user.name"),
                        String.valueOf(ProcessHandle.current().pid()));
        if (!Files.exists(file)) {
            throw new IllegalStateException("this JVM has no counters at " + file);
        }
        return file;
    }

    /** Mean CPU time, user and system, of one jstat process. */
    private static double jstatMicroseconds() throws IOException, InterruptedException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "jstat").toString(),
                        "-gcutil",
                        String.valueOf(ManagementFactory.getRuntimeMXBean().getPid()));
        Duration before = cpuOfEndedChildren();
        for (int i = 0; i < JSTAT_RUNS; i++) {
            Process process =
                    new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("failed: " + command);
            }
        }
        return cpuOfEndedChildren().minus(before).toNanos() / 1000.0 / JSTAT_RUNS;
    }

    /** From /proc/self/stat: fields 16 and 17, ticks of 10 ms, of awaited children. */
    private static Duration cpuOfEndedChildren() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Duration.ofMillis(10 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14])));
    }
}
