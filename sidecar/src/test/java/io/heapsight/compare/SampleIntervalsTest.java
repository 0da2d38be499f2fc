/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampleIntervalsTest {
    private static final RunColumn RESIDENT = RunColumn.of(SampleField.RESIDENT_BYTES);

    @Test
    void meanOfAGrowingLevelIsItsMiddle() {
        // 3 s from 40 to 140 MiB and then 1 s at rest, sampled in steps of unequal length.
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        for (int millis : new int[] {0, 200, 900, 1000, 2200, 3000, 3100, 4000}) {
            samples.begin(millis);
            samples.put(RESIDENT, 40 + 100 * Math.min(1, millis / 3000.0));
        }
        Run run = ExportJob.INFO.run("INFO", 1).with(samples.build(), Optional.empty());

        double mean = new SampleIntervals(run).meanLevel(RESIDENT).value();

        assertThat(mean).isCloseTo((90 * 3 + 140) / 4.0, within(1e-9));
    }

    @Test
    void firstValueOfALevelCountsForTheStepThatEndsWithIt() {
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        samples.begin(0);
        samples.begin(1000);
        samples.put(RESIDENT, 50);
        samples.begin(2000);
        samples.put(RESIDENT, 70);
        Run run = ExportJob.INFO.run("INFO", 1).with(samples.build(), Optional.empty());

        assertThat(new SampleIntervals(run).meanLevel(RESIDENT).value()).isEqualTo(55);
    }
}
