/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.SampleField;
import io.heapsight.unit.JdkTools;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording program is killed with SIGKILL, a random number of samples after its start. Every
 * sample that it reported as written is readable each time. {@code -Dkills=100} kills it more
 * often.
 */
class KilledRecordingTest {
    private static final int KILLS = Integer.getInteger("kills", 30);
    private static final int MOST_SAMPLES = 600;
    private static final long SEED = 20261122;

    @TempDir private Path folder;

    @Test
    void everyWrittenSampleIsReadAfterAKill() throws Exception {
        Random random = new Random(SEED);
        int interrupted = 0;
        int cut = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path data = folder.resolve("kill-" + kill);
            int samples = random.nextInt(MOST_SAMPLES);
            Map<String, Integer> written = recordAndKill(data, samples, random.nextInt(2_000_000));
            String when = "kill %d, after %d samples (seed %d)".formatted(kill, samples, SEED);

            RunStore store = RunStore.open(data, 10_000);
            List<RunListEntry> entries = store.list();
            assertThat(entries.size()).as(when).isGreaterThanOrEqualTo(written.size());
            for (RunListEntry entry : entries) {
                Run run = store.read(entry.name());
                assertWhole(run, written.getOrDefault(run.name().text(), 0), when);
                if (entry.state() == RunState.INTERRUPTED) {
                    interrupted++;
                    cut += run.warnings().getLast().contains("truncated last record") ? 1 : 0;
                    assertThat(run.warnings().getLast())
                            .as(when)
                            .contains("the sidecar ended while it was recorded");
                } else {
                    assertThat(run.stopped()).as(when).isPresent();
                }
            }
        }
        assertThat(interrupted).isGreaterThan(KILLS / 2);
        assertThat(cut).as("of %d interrupted runs", interrupted).isLessThan(interrupted);
    }

    /** At least the reported samples, each unchanged. */
    private static void assertWhole(Run run, int told, String when) {
        RunSamples samples = run.samples();
        assertThat(samples.size()).as("%s: %s", when, run.name()).isGreaterThanOrEqualTo(told);
        double[] numbers = IntStream.range(0, samples.size()).asDoubleStream().toArray();
        double[] fractions = Arrays.stream(numbers).map(i -> i + 0.123456789).toArray();
        assertThat(samples.values(SampleField.HEAP_USED_BYTES)).as(when).isEqualTo(numbers);
        assertThat(samples.values(SampleField.CPU_SECONDS)).as(when).isEqualTo(fractions);
        assertThat(samples.values(RunColumn.poolUsedBytes("Eden Space"))).isEqualTo(numbers);
    }

    /**
     * Kills the program.
     *
     * @param samples reported before it is killed
     * @param nanos delay after them
     * @return number of reported samples by run
     */
    private static Map<String, Integer> recordAndKill(Path data, int samples, int nanos)
            throws IOException, InterruptedException {
        Files.createDirectories(data);
        Process child =
                JdkTools.java(
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xshare:auto",
                                RecordingChild.class.getName(),
                                data.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        Map<String, Integer> written = new HashMap<>();
        try (BufferedReader out = child.inputReader()) {
            int told = 0;
            while (told < samples) {
                told += take(out.readLine(), written);
            }
            long until = System.nanoTime() + nanos;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            child.toHandle().destroyForcibly(); // unlike the process's own, it leaves the pipe open
            child.waitFor();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.matches("A#\\d+ (\\d+|stopped)")) {
                    take(line, written);
                }
            }
        } finally {
            child.destroyForcibly();
        }
        return written;
    }

    private static int take(@Nullable String line, Map<String, Integer> written) {
        if (line == null) {
            throw new IllegalStateException("the child ended by itself");
        }
        String[] words = line.split(" ");
        if (words.length < 2 || words[1].equals("stopped")) {
            return 0;
        }
        written.merge(words[0], Integer.parseInt(words[1]) + 1, Math::max);
        return 1;
    }
}
