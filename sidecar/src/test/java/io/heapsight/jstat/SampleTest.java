/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.jstat.SampleField.CONTAINER_MEMORY_ANON_BYTES;
import static io.heapsight.jstat.SampleField.RESIDENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleTest {
    private static final double MEBIBYTE = 1 << 20;

    /** The demo on a laptop was said to leak whenever other programs of the session grew. */
    @Test
    void memoryOfOtherProgramsIsNotChargedToATargetOutsideContainers() {
        assertThat(charged(group(4800))).isEqualTo(190 * MEBIBYTE);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONTAINER_MEMORY_LIMIT_BYTES", "CONTAINER_MEMORY_HIGH_BYTES"})
    void memoryOfOtherProgramsInTheContainerCountsToItsLimit(SampleField limit) {
        Map<SampleField, Double> figures = group(480);
        figures.put(limit, 512 * MEBIBYTE);

        assertThat(charged(figures)).isEqualTo(480 * MEBIBYTE);
    }

    /** The kernel's memory and files of a tmpfs are not resident. */
    @Test
    void containerOfTheTargetAloneCountsWhole() {
        assertThat(charged(group(180))).isEqualTo(180 * MEBIBYTE);
    }

    /** Its resident memory may count the heap three times. */
    @Test
    void memoryOfZgcIsNotTakenFromTheProcess() {
        Sample sample = sample(group(4800), new Sample.Collector("ZGC Major", 1, 0));

        assertThat(sample.isOutsideContainers(false)).isFalse();
    }

    /** Else a small change of other programs is a step of the target's memory. */
    @Test
    void whatWasOutsideContainersStaysSoWithoutALimit() {
        Sample sample = sample(group(200));

        assertThat(sample.isOutsideContainers(true)).isTrue();
        assertThat(sample.isOutsideContainers(false)).isFalse();
    }

    /** A group with this much anonymous memory, and a target of 190 MiB. */
    private static Map<SampleField, Double> group(double mebibytes) {
        Map<SampleField, Double> figures = new EnumMap<>(SampleField.class);
        figures.put(CONTAINER_MEMORY_ANON_BYTES, mebibytes * MEBIBYTE);
        figures.put(RESIDENT_BYTES, 190 * MEBIBYTE);
        return figures;
    }

    private static Sample sample(Map<SampleField, Double> figures, Sample.Collector... collectors) {
        return Samples.of(0, figures, List.of(), List.of(collectors));
    }

    private static double charged(Map<SampleField, Double> figures) {
        Sample sample = sample(figures);
        return sample.chargedBytes(sample.isOutsideContainers(false));
    }
}
