/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gc.GcCaller;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of callers of System.gc(). */
class ExplicitGcCallersTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final double PERIOD = 600;

    @Test
    void programWithoutTracesIsUnknown() {
        assertThat(callers(List.of("java", "main", "GC Thread#0"), OptionalLong.empty())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GC Daemon", "RMI GC Daemon"})
    void rmiIsFoundByItsThread(String thread) {
        assertThat(callers(List.of("java", thread), OptionalLong.empty()))
                .singleElement()
                .satisfies(
                        rmi -> {
                            assertThat(rmi.words())
                                    .contains(thread + " calls it after 3600 s", "at most 1 of");
                            assertThat(rmi.remedy())
                                    .contains("-Dsun.rmi.dgc.server.gcInterval=86400000");
                        });
    }

    @Test
    void intervalOfRmiIsTheShorterOne() {
        List<GcCaller> found =
                callers(
                        List.of("RMI GC Daemon"),
                        OptionalLong.empty(),
                        "-Dsun.rmi.dgc.server.gcInterval=600000",
                        "-Dsun.rmi.dgc.client.gcInterval=60000");

        assertThat(found.getFirst().words()).contains("after 60 s", "at most 11 of");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "99999999999999999999", "abc"})
    void unusableIntervalOfRmiIsTheUsualOne(String interval) {
        List<GcCaller> found =
                callers(
                        List.of("RMI GC Daemon"),
                        OptionalLong.empty(),
                        "-Dsun.rmi.dgc.server.gcInterval=" + interval);

        assertThat(found.getFirst().words()).contains("after 3600 s");
    }

    @Test
    void fullDirectMemoryIsFound() {
        assertThat(callers(List.of(), OptionalLong.of(57 * MEBIBYTE))).isEmpty();
        assertThat(callers(List.of(), OptionalLong.of(58 * MEBIBYTE)))
                .singleElement()
                .satisfies(
                        direct -> {
                            assertThat(direct.words()).contains("58.0 MiB of at most 64.0 MiB");
                            assertThat(direct.remedy()).contains("-XX:MaxDirectMemorySize");
                        });
    }

    @Test
    void connectedJmxClientIsFound() {
        assertThat(callers(List.of("JMX server conn"), OptionalLong.empty()))
                .singleElement()
                .satisfies(jmx -> assertThat(jmx.words()).contains("MemoryMXBean.gc()"));
    }

    @Test
    void directMemoryIsAsLargeAsTheHeapUnlessSet() {
        assertThat(
                        ExplicitGcCallers.directMax(
                                Map.of("MaxDirectMemorySize", "0", "MaxHeapSize", "1024")))
                .isEqualTo(1024);
        assertThat(
                        ExplicitGcCallers.directMax(
                                Map.of("MaxDirectMemorySize", "512", "MaxHeapSize", "1024")))
                .isEqualTo(512);
        assertThat(ExplicitGcCallers.directMax(Map.of())).isNaN();
    }

    private static List<GcCaller> callers(
            List<String> threads, OptionalLong directBytes, String... options) {
        JvmFlags flags =
                new JvmFlags(
                        Arrays.stream(options).map(text -> new JvmFlag(text, "cmdline")).toList(),
                        List.of());
        return new ExplicitGcCallers(threads, flags, directBytes, 64 * MEBIBYTE).find(PERIOD);
    }
}
