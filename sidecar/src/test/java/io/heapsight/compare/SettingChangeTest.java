/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.run.Run;
import io.heapsight.run.RunLimits;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SettingChangeTest {
    private static final long MEBI = 1 << 20;

    private static Arm arm(String name, ExportJob job, long countedHeap) {
        Run run = job.run(name, 1);
        RunLimits limits = run.limits();
        RunLimits counted =
                new RunLimits(
                        limits.memoryBytes(),
                        limits.softMemoryBytes(),
                        limits.cpuCores(),
                        limits.cpuShareCores(),
                        OptionalLong.of(countedHeap),
                        limits.metaspaceMaxBytes());
        return Arm.of(
                List.of(
                        MeasuredRun.alone(
                                new Run(
                                        run.name(),
                                        run.target(),
                                        run.flags(),
                                        counted,
                                        run.labels(),
                                        run.started(),
                                        run.stopped(),
                                        run.samples(),
                                        run.marks(),
                                        run.heapAtStart(),
                                        run.heapAtStop(),
                                        run.profile(),
                                        run.warnings()))));
    }

    private static List<String> limits(Arm base, Arm candidate) {
        return SettingChange.between(base, candidate).stream()
                .filter(change -> change.kind() == SettingChange.Kind.LIMIT)
                .map(change -> change.name() + " " + change.base() + " " + change.candidate())
                .toList();
    }

    @Test
    void heapIsTheOptionNotTheCounters() {
        Arm base = arm("A", ExportJob.INFO, 370 * MEBI);
        assertThat(limits(base, arm("B", ExportJob.INFO, 380 * MEBI))).isEmpty();
        assertThat(limits(base, arm("B", ExportJob.INFO.withHeap(512 * MEBI), 370 * MEBI)))
                .containsExactly("heap 388.0 MiB 512.0 MiB");
    }
}
