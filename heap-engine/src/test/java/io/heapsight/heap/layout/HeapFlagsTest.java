/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapFlagsTest {
    @Test
    void parsesVmFlagsOfJcmd() {
        HeapFlags flags =
                HeapFlags.parse(
                        """
                        18871:
                        -XX:CICompilerCount=2 -XX:MaxHeapSize=629145600 -XX:ObjectAlignmentInBytes=16 \
                        -XX:-THPStackMitigation -XX:+UseCompressedClassPointers -XX:-UseCompressedOops \
                        -XX:+UseParallelGC\s
                        """);

        assertThat(flags.useCompressedOops()).hasValue(false);
        assertThat(flags.useCompressedClassPointers()).hasValue(true);
        assertThat(flags.useCompactObjectHeaders()).isEmpty();
        assertThat(flags.objectAlignmentInBytes()).hasValue(16);
        assertThat(flags.collector()).hasValue("Parallel");
    }

    @Test
    void parsesTableOfAllFlags() {
        HeapFlags flags =
                HeapFlags.parse(
                        """
                        18871:
                        [Global flags]
                             intx ObjectAlignmentInBytes                   = 8      {product lp64_product} {default}
                             bool UseAdaptiveSizePolicyWithSystemGC        = true   {product} {default}
                             bool UseCompactObjectHeaders                  = true   {product lp64_product} {command line}
                             bool UseCompressedOops                       := true   {lp64_product}
                             bool UseG1GC                                  = false  {product} {default}
                            ccstr ErrorFile                                =        {product} {default}
                             bool UseSerialGC                              = true   {product} {ergonomic}
                        """);

        assertThat(flags.useCompressedOops()).hasValue(true);
        assertThat(flags.useCompactObjectHeaders()).hasValue(true);
        assertThat(flags.objectAlignmentInBytes()).hasValue(8);
        assertThat(flags.collector()).hasValue("Serial");
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseG1GC, G1",
        "-XX:+UseZGC -XX:+ZGenerational, Z",
        "-XX:+UseShenandoahGC, Shenandoah",
        "-XX:+UseConcMarkSweepGC -XX:+UseParNewGC, ConcMarkSweep",
        "-XX:-UseG1GC -XX:+UseSerialGC, Serial",
        "-XX:+UseMaximumCompactionOnSystemGC -XX:+UseGCOverheadLimit -XX:+UseParallelGC, Parallel"
    })
    void collectorIsTheOneThatIsOn(String text, String collector) {
        assertThat(HeapFlags.parse(text).collector()).hasValue(collector);
    }

    @Test
    void lastFlagOfANameWins() {
        assertThat(HeapFlags.parse("-XX:+UseCompressedOops -XX:-UseCompressedOops"))
                .isEqualTo(HeapFlags.parse("-XX:-UseCompressedOops"));
    }

    @ParameterizedTest
    @CsvSource({"12", "0", "-8", "512", "99999999999999", "''"})
    void alignmentThatNoJvmTakesIsUnknown(String bytes) {
        assertThat(HeapFlags.parse("-XX:ObjectAlignmentInBytes=" + bytes).objectAlignmentInBytes())
                .isEmpty();
    }

    @Test
    void textWithoutFlagsIsEmpty() {
        assertThat(HeapFlags.parse("12345:\nno such process\n")).isEqualTo(HeapFlags.NONE);
    }
}
