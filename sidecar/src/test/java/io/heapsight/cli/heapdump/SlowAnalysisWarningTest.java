/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The warning before an analysis that would wait for the disk. */
class SlowAnalysisWarningTest {
    private static final long ROOM = 400L << 20;

    @Test
    void aDumpWithTablesOfTwelveTimesTheMemoryNamesTheJob() {
        assertThat(new SlowAnalysisWarning(11_800_000_000L, false, ROOM).text("s3://dumps/a.hprof"))
                .hasValueSatisfying(
                        text ->
                                assertThat(text)
                                        .contains("tables of about 4.9 GiB, and 400.0 MiB")
                                        .contains("36 times")
                                        .contains(
                                                "kubectl heapsight analyze s3://dumps/a.hprof --job"
                                                        + " --memory 6880Mi"));
    }

    @Test
    void enoughMemoryIsNotMentioned() {
        assertThat(new SlowAnalysisWarning(1_000_000_000L, false, ROOM).text("URL")).isEmpty();
    }

    @Test
    void aCompressedDumpCountsInflated() {
        assertThat(new SlowAnalysisWarning(1_000_000_000L, true, ROOM).text("URL")).isPresent();
    }
}
