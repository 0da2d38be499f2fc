/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.jstat.SampleField.CONTAINER_MEMORY_ANON_BYTES;
import static io.heapsight.jstat.SampleField.CONTAINER_MEMORY_HIGH_BYTES;
import static io.heapsight.jstat.SampleField.CONTAINER_MEMORY_LIMIT_BYTES;
import static io.heapsight.jstat.SampleField.RESIDENT_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final double MEBIBYTE = 1 << 20;

    /** The demo on a laptop was said to leak whenever other programs of the session grew. */
    @Test
    void memoryOfOtherProgramsIsNotChargedToATargetOutsideContainers() {
        assertThat(
                        charged(
                                Map.of(
                                        CONTAINER_MEMORY_ANON_BYTES, 4800 * MEBIBYTE,
                                        RESIDENT_BYTES, 190 * MEBIBYTE)))
                .isEqualTo(190 * MEBIBYTE);
    }

    @Test
    void memoryOfOtherProgramsInTheContainerCountsToItsLimit() {
        assertThat(
                        charged(
                                Map.of(
                                        CONTAINER_MEMORY_ANON_BYTES, 480 * MEBIBYTE,
                                        RESIDENT_BYTES, 190 * MEBIBYTE,
                                        CONTAINER_MEMORY_LIMIT_BYTES, 512 * MEBIBYTE)))
                .isEqualTo(480 * MEBIBYTE);
        assertThat(
                        charged(
                                Map.of(
                                        CONTAINER_MEMORY_ANON_BYTES, 480 * MEBIBYTE,
                                        RESIDENT_BYTES, 190 * MEBIBYTE,
                                        CONTAINER_MEMORY_HIGH_BYTES, 512 * MEBIBYTE)))
                .isEqualTo(480 * MEBIBYTE);
    }

    /** The kernel's memory and files of a tmpfs are not resident. */
    @Test
    void containerOfTheTargetAloneCountsWhole() {
        assertThat(
                        charged(
                                Map.of(
                                        CONTAINER_MEMORY_ANON_BYTES, 180 * MEBIBYTE,
                                        RESIDENT_BYTES, 190 * MEBIBYTE)))
                .isEqualTo(180 * MEBIBYTE);
    }

    /** Its resident memory may count the heap three times. */
    @Test
    void memoryOfZgcIsNotTakenFromTheProcess() {
        Map<SampleField, Double> figures =
                Map.of(
                        CONTAINER_MEMORY_ANON_BYTES, 4800 * MEBIBYTE,
                        RESIDENT_BYTES, 190 * MEBIBYTE);
        Sample sample =
                Samples.of(0, figures, List.of(), List.of(new Sample.Collector("ZGC Major", 1, 0)));

        assertThat(sample.isOutsideContainers(false)).isFalse();
    }

    /** Else a small change of other programs is a step of the target's memory. */
    @Test
    void whatWasOutsideContainersStaysSoWithoutALimit() {
        Map<SampleField, Double> figures =
                Map.of(
                        CONTAINER_MEMORY_ANON_BYTES, 200 * MEBIBYTE,
                        RESIDENT_BYTES, 190 * MEBIBYTE);
        Sample sample = Samples.of(0, figures, List.of(), List.of());

        assertThat(sample.isOutsideContainers(true)).isTrue();
        assertThat(sample.isOutsideContainers(false)).isFalse();
    }

    private static double charged(Map<SampleField, Double> figures) {
        Sample sample = Samples.of(0, figures, List.of(), List.of());
        return sample.chargedBytes(sample.isOutsideContainers(false));
    }
}
