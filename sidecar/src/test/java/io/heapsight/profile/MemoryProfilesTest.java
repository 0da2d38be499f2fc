/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfCounter;
import io.heapsight.unit.Problem;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of com.acme.LiveLeak (5 s) and NativeLeaks (3 s) of the container tests on JDK 25. */
class MemoryProfilesTest {
    /** The program drops 64 times as much as it keeps; a collection began shortly before. */
    private static final Instant COLLECTED = Instant.parse("2026-11-28T06:47:43.500Z");

    private static final long INTERVAL = 512 * 1024;

    @TempDir private Path folder;

    private Path recording(String name) throws Exception {
        Path file = folder.resolve(name);
        try (var in = MemoryProfilesTest.class.getResourceAsStream("/profiles/" + name)) {
            Files.copy(in, file);
        }
        return file;
    }

    @Test
    void objectsAliveAtTheLastCollectionAreThoseThatTheProgramKeeps() throws Exception {
        SampledProfile profile =
                ProfileConverter.read(
                        recording("live.jfr"),
                        Optional.of(ProfileEvent.LIVE),
                        Optional.of(COLLECTED));

        assertThat(CallSites.of(profile, 10))
                .containsExactly(
                        new CallSite("com.acme.LiveLeak.keeps", "byte[]", 8 * INTERVAL, 8));
        assertThat(profile.weight()).isEqualTo(8 * INTERVAL);
        assertThat(profile.seconds()).isCloseTo(5, within(1.0));
    }

    @Test
    void objectsThatNoCollectionHasSeenCountIfItsTimeIsUnknown() throws Exception {
        SampledProfile profile =
                ProfileConverter.read(recording("live.jfr"), Optional.empty(), Optional.empty());

        assertThat(profile.event()).isEqualTo(ProfileEvent.LIVE);
        assertThat(CallSites.of(profile, 10))
                .extracting(CallSite::method)
                .containsExactlyInAnyOrder("com.acme.LiveLeak.keeps", "com.acme.LiveLeak.drops");
    }

    @Test
    void unfreedNativeMemoryIsNamedByTheMethodOfTheProgram() throws Exception {
        SampledProfile profile =
                ProfileConverter.read(
                        recording("nativemem.jfr"), Optional.empty(), Optional.empty());

        assertThat(profile.event()).isEqualTo(ProfileEvent.NATIVEMEM);
        List<CallSite> sites = CallSites.of(profile, 10);
        assertThat(sites)
                .extracting(CallSite::method)
                .containsExactly("com.acme.NativeLeaks.deflates", "com.acme.NativeLeaks.buffers");
        assertThat(sites)
                .extracting(CallSite::via)
                .containsExactly(
                        "java.util.zip.Deflater.init", "jdk.internal.misc.Unsafe.allocateMemory0");
        assertThat(sites.getFirst().bytes()).isEqualTo(27 * INTERVAL);
    }

    @Test
    void allFormatsHaveTheSameBytes() throws Exception {
        Path recording = recording("nativemem.jfr");
        ProfileConverter.makeAll(
                recording, ProfileEvent.NATIVEMEM, Optional.empty(), folder, "made");

        try (BufferedReader in = Files.newBufferedReader(folder.resolve("made.top"))) {
            ProfileTop top = ProfileTop.read(in);
            assertThat(top.weight()).isEqualTo(49 * INTERVAL);
            assertThat(top.sites().stream().mapToLong(CallSite::bytes).sum())
                    .isEqualTo(top.weight());
            assertThat(top.frames())
                    .contains(new FrameWeight("com.acme.NativeLeaks.main", 0, top.weight()));
        }
        assertThat(folder.resolve("made.otlp"))
                .content(ISO_8859_1)
                .contains("com.acme.NativeLeaks.deflates")
                .doesNotContain("com.acme.NativeLeaks.returns");
        assertThat(folder.resolve("made.pprof.gz")).isNotEmptyFile();
        assertThat(folder.resolve("made.frames")).doesNotExist();
    }

    @Test
    void lastCollectionIsTheLaterOfBothCollectors() {
        Map<String, Long> values =
                Map.of(
                        "sun.rt.createVmBeginTime", 1_000_000L,
                        "sun.os.hrt.frequency", 1_000L,
                        "sun.gc.collector.0.lastEntryTime", 2_500L,
                        "sun.gc.collector.1.lastEntryTime", 1_500L);
        assertThat(LastCollectionStart.of(counters(values)))
                .contains(Instant.ofEpochMilli(1_002_500));
        assertThat(LastCollectionStart.of(counters(Map.of()))).isEmpty();
    }

    @Test
    void nativeMemoryNeedsItsOwnConsent() {
        assertThat(ProfilerConsent.FALSE.refusal(ProfileEvent.CPU)).isPresent();
        assertThat(ProfilerConsent.TRUE.refusal(ProfileEvent.LIVE)).isEmpty();
        assertThat(ProfilerConsent.TRUE.refusal(ProfileEvent.NATIVEMEM).map(Problem::remedy))
                .get()
                .asString()
                .contains("HEAPSIGHT_PROFILER=nativemem");
        assertThat(ProfilerConsent.NATIVEMEM.refusal(ProfileEvent.NATIVEMEM)).isEmpty();
    }

    private static Counters counters(Map<String, Long> values) {
        return new Counters() {
            @Override
            public @Nullable PerfCounter find(String name) {
                return null;
            }

            @Override
            public long number(String name, long absent) {
                return values.getOrDefault(name, absent);
            }

            @Override
            public Collection<PerfCounter> all() {
                return List.of();
            }
        };
    }
}
