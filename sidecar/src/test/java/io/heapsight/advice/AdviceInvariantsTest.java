/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * On seeded random targets with known truth, no advice lowers growing memory, suggests less than
 * was in use, or suggests inconsistent sizes.
 */
class AdviceInvariantsTest {
    private static final int TARGETS = 1000;

    private static final Pattern LINE =
            Pattern.compile(
                    "-Xm[xs]\\d+m|-XX:Max(DirectMemory|Metaspace)Size=\\d+m|-XX:MetaspaceSize=\\d+m"
                            + "|-XX:MaxRAMPercentage=\\d+\\.\\d|-XX:NativeMemoryTracking=summary"
                            + "|(-XX:\\+UnlockExperimentalVMOptions )?-XX:\\+Use\\w+GC"
                            + "|resources: \\{(limits|requests): \\{(memory|cpu): \"[0-9.]+(Mi)?\"\\}\\}");

    @Test
    void recordedRunsSurviveEachSettingAndAllTogether() {
        int lowered = 0;
        for (int seed = 0; seed < TARGETS; seed++) {
            MadePast past = MadePast.of(new Random(seed));
            List<Advice> answer = Recommendations.of(past.observation());
            List<Setting> changes =
                    answer.stream()
                            .flatMap(advice -> advice.settings().stream())
                            .filter(Setting::isChange)
                            .toList();
            String shown = "seed %d: %s%n%s".formatted(seed, past, answer);
            for (Setting setting : changes) {
                assertThat(setting.line()).as(shown).matches(LINE);
                assertSurvived(past, List.of(setting), shown);
                lowered += isLess(past, setting) ? 1 : 0;
            }
            assertSurvived(past, changes, shown);
        }
        assertThat(lowered).as("advice to lower is given if it is safe").isGreaterThan(50);
    }

    private static void assertSurvived(MadePast past, List<Setting> settings, String shown) {
        double limit = value(settings, TuningOption.MEMORY_LIMIT, past.limit());
        double heap = heap(past, settings, limit);
        if (heap < past.heapMax() - 1) {
            assertThat(past.heapGrows()).as(shown).isFalse();
            assertThat(past.outsideGrows()).as(shown).isFalse();
            assertThat(heap).as(shown).isGreaterThan(past.mostLive());
            assertThat(heap).as(shown).isGreaterThanOrEqualTo(past.initialHeap());
            assertThat(value(settings, TuningOption.MAX_DIRECT_MEMORY, heap))
                    .as("direct memory, %s", shown)
                    .isGreaterThanOrEqualTo(past.direct());
        }
        if (limit < past.limit()) {
            // A limit that holds a full heap also holds an invisible live set.
            assertThat(past.heapGrows() && past.isLiveSeen()).as(shown).isFalse();
            assertThat(past.outsideGrows()).as(shown).isFalse();
        }
        boolean held = past.heapMax() + past.mostOutside() <= past.limit();
        if (held || limit != past.limit() || heap > past.heapMax() + 1) {
            assertThat(heap + past.mostOutside()).as(shown).isLessThanOrEqualTo(limit);
        }
        double metaspace = value(settings, TuningOption.MAX_METASPACE, past.metaspaceMax());
        if (metaspace < past.metaspaceMax()) {
            assertThat(past.metaspaceGrows()).as(shown).isFalse();
        }
        assertThat(metaspace).as(shown).isGreaterThanOrEqualTo(past.mostMetaspace());
    }

    /** By the rules of the JVM. */
    private static double heap(MadePast past, List<Setting> settings, double limit) {
        double size = value(settings, TuningOption.MAX_HEAP, Double.NaN);
        if (!Double.isNaN(size)) {
            return size;
        }
        double percent =
                settings.stream()
                        .filter(setting -> setting.option() == TuningOption.MAX_RAM_PERCENTAGE)
                        .mapToDouble(setting -> Double.parseDouble(setting.suggested()))
                        .findFirst()
                        .orElse(past.percent());
        boolean follows = !Double.isNaN(percent) && !Double.isInfinite(limit);
        return follows ? MadePast.share(percent, limit) : past.heapMax();
    }

    private static boolean isLess(MadePast past, Setting setting) {
        return switch (setting.option()) {
            case MEMORY_LIMIT -> bytes(setting) < past.limit();
            case MAX_HEAP -> bytes(setting) < past.heapMax();
            default -> setting.option() == TuningOption.MAX_RAM_PERCENTAGE;
        };
    }

    private static double value(List<Setting> settings, TuningOption option, double otherwise) {
        return Stream.concat(
                        settings.stream()
                                .filter(setting -> setting.option() == option)
                                .map(AdviceInvariantsTest::bytes),
                        Stream.of(otherwise))
                .findFirst()
                .orElseThrow();
    }

    private static double bytes(Setting setting) {
        return ByteSize.parse(setting.suggested()).bytes();
    }
}
