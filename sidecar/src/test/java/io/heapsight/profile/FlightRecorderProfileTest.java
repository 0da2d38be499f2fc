/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.report.profile.ProfileReport;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording of Flight Recorder on JDK 25, of com.acme.Shares of the container tests, which spends
 * 70 % of its CPU time in hot, 30 % in cool. It contains samples of CPU time, lost ones, and those
 * of another recording: threads that execute Java code or native code.
 */
class FlightRecorderProfileTest {
    private static final int CPU_TIME_SAMPLES = 343;
    private static final int EXECUTION_SAMPLES = 258;
    private static final int LOST = 6;

    @TempDir private Path folder;
    private Path recording;

    @BeforeEach
    void recording() throws Exception {
        recording = folder.resolve("cputime.jfr");
        try (var in =
                new GZIPInputStream(
                        FlightRecorderProfileTest.class.getResourceAsStream(
                                "/profiles/cputime.jfr.gz"))) {
            Files.copy(in, recording);
        }
    }

    private static double share(SampledProfile profile, String method) {
        FrameWeight frame =
                new FrameTimeSeries(profile)
                        .top(100).stream()
                                .filter(each -> each.frame().equals(method))
                                .findFirst()
                                .orElseThrow();
        return (double) frame.total() / profile.weight();
    }

    @Test
    void onlySamplesOfCpuTimeCount() throws Exception {
        SampledProfile profile = ProfileConverter.read(recording, Optional.empty());

        assertThat(profile.event()).isEqualTo(ProfileEvent.CPU);
        assertThat(profile.engine()).isEqualTo("jdk.CPUTimeSample");
        assertThat(profile.samples()).isEqualTo(CPU_TIME_SAMPLES);
        assertThat(profile.lost()).isEqualTo(LOST);
        assertThat(share(profile, "com.acme.Shares.hot")).isCloseTo(0.7, within(0.1));
    }

    @Test
    void eventsOfOtherRecordingsAreRemoved() throws Exception {
        SampledProfile before = ProfileConverter.read(recording, Optional.of(ProfileEvent.CPU));
        ProfileConverter.keepOnly(recording, FlightRecorderEvent.CPU_TIME.events());

        SampledProfile after = ProfileConverter.read(recording, Optional.of(ProfileEvent.CPU));
        assertThat(after.samples()).isEqualTo(before.samples());
        assertThat(after.lost()).isEqualTo(before.lost());
        assertThat(new FrameTimeSeries(after).top(10))
                .isEqualTo(new FrameTimeSeries(before).top(10));
        ProfileConverter.keepOnly(recording, FlightRecorderEvent.EXECUTION.events());
        assertThat(ProfileConverter.read(recording, Optional.of(ProfileEvent.CPU)).samples())
                .isZero();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void earlierJdksSampleExecution() throws Exception {
        ProfileConverter.keepOnly(recording, FlightRecorderEvent.EXECUTION.events());

        SampledProfile profile = ProfileConverter.read(recording, Optional.of(ProfileEvent.CPU));
        assertThat(profile.engine()).isEqualTo("jdk.ExecutionSample");
        assertThat(profile.samples()).isEqualTo(EXECUTION_SAMPLES);
        assertThat(share(profile, "com.acme.Shares.hot")).isCloseTo(0.7, within(0.1));
    }

    @Test
    void reportNamesSourceAndLostSamples() throws Exception {
        ProfileConverter.makeAll(recording, ProfileEvent.CPU, Optional.empty(), folder, "made");

        try (BufferedReader in = Files.newBufferedReader(folder.resolve("made.top"))) {
            ProfileTop top = ProfileTop.read(in);
            assertThat(new ProfileReport("made", top, Optional.empty()).text())
                    .startsWith("made: cpu by jdk.CPUTimeSample, 343 samples (6 lost), 343 samples")
                    .contains("without threads of the JVM itself");
        }
        assertThat(folder.resolve("made.pprof.gz")).isNotEmptyFile();
        assertThat(Files.readAllLines(folder.resolve("made.collapsed")).getFirst())
                .contains("com.acme.Shares.compute;com.acme.Shares.hot ");
    }

    @Test
    void jdkWithoutTheEventIsReported() {
        assertThatThrownBy(() -> ProfileConverter.keepOnly(recording, List.of("jdk.Unknown")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("jdk.Unknown");
    }

    @Test
    void cutRecordingIsReported() throws Exception {
        byte[] bytes = Files.readAllBytes(recording);
        Files.write(recording, Arrays.copyOf(bytes, bytes.length / 2));
        assertThatThrownBy(
                        () ->
                                ProfileConverter.keepOnly(
                                        recording, FlightRecorderEvent.CPU_TIME.events()))
                .isInstanceOf(ProblemException.class);
    }
}
