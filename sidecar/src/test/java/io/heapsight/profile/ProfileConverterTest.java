/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording of a program on JDK 25 that spends 70 % of its CPU time in Busy.hot, 30 % in cool.
 */
class ProfileConverterTest {
    @TempDir private Path folder;
    private Path recording;

    @BeforeEach
    void recording() throws Exception {
        recording = folder.resolve("cpu.jfr");
        try (var in = ProfileConverterTest.class.getResourceAsStream("/profiles/cpu.jfr")) {
            Files.copy(in, recording);
        }
    }

    @Test
    void everyFormatIsMadeFromARecording() throws Exception {
        ProfileConverter.makeAll(recording, ProfileEvent.CPU, Optional.empty(), folder, "made");

        List<String> stacks = Files.readAllLines(folder.resolve("made.collapsed"));
        assertThat(stacks.getFirst()).startsWith("Busy.main;Busy.hot;");
        assertThat(folder.resolve("made.html"))
                .content()
                .contains("cool", "made: cpu", "</body></html>");
        try (BufferedReader in = Files.newBufferedReader(folder.resolve("made.top"))) {
            ProfileTop top = ProfileTop.read(in);
            assertThat(top.engine()).isEqualTo("ctimer");
            assertThat(top.samples()).isEqualTo(top.weight()).isGreaterThan(30);
            assertThat(top.frames())
                    .filteredOn(each -> each.frame().equals("Busy.hot"))
                    .singleElement()
                    .satisfies(
                            hot ->
                                    assertThat((double) hot.total() / top.weight())
                                            .isBetween(0.5, 0.9));
        }
        try (GZIPInputStream in =
                new GZIPInputStream(Files.newInputStream(folder.resolve("made.pprof.gz")))) {
            assertThat(in.readAllBytes()).hasSizeGreaterThan(100);
        }
        assertThat(folder.resolve("made.otlp")).content(ISO_8859_1).contains("Busy.hot");
        assertThat(folder)
                .isDirectoryNotContaining(file -> file.getFileName().toString().contains(".part"));
    }

    @Test
    void collapsedStacksRoundTrip() throws Exception {
        SampledProfile profile = ProfileConverter.read(recording, Optional.empty());
        Path stacks = folder.resolve("stacks");
        ProfileConverter.write(profile, "", ProfileConverter.Form.COLLAPSED, stacks);

        SampledProfile read = ProfileConverter.read(stacks, Optional.of(ProfileEvent.CPU));
        assertThat(read.weight()).isEqualTo(profile.weight());
        assertThat(read.stacks()).hasSameSizeAs(profile.stacks());
        assertThat(new FrameTimeSeries(read).top(10))
                .isEqualTo(new FrameTimeSeries(profile).top(10));
    }

    @Test
    void recordingEqualsItself() throws Exception {
        SampledProfile profile = ProfileConverter.read(recording, Optional.empty());
        assertThat(ProfileComparison.between(profile, profile))
                .isNotEmpty()
                .allSatisfy(
                        change -> {
                            assertThat(change.change().value()).isZero();
                            assertThat(change.isReal()).isFalse();
                        });
    }

    @Test
    void packageShareCountsAStackOnce() throws Exception {
        String stacks =
                """
                Main.main;com.acme.Order.total;com.acme.Order.add 30
                Main.main;com.acmeother.Order.total 20
                com.acme.Main.main;java.util.List.of 10
                Main.main 40
                """;
        PackageShare share =
                PackageShare.of("com.acme", new BufferedReader(new StringReader(stacks)));
        assertThat(share).isEqualTo(new PackageShare("com.acme", 40, 0.4));
    }

    @Test
    void foreignFileIsRefusedWithItsLine() throws Exception {
        Path file = Files.writeString(folder.resolve("notes.txt"), "a;b 3\nHello, world\n");
        assertThatThrownBy(() -> ProfileConverter.read(file, Optional.empty()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> {
                            assertThat(e.problem().kind()).isEqualTo(Problem.Kind.BAD_REQUEST);
                            assertThat(e.problem().detail()).contains("line 2", "Hello, world");
                        });
    }

    @Test
    void nameWithAScriptEndTagIsEscaped() throws Exception {
        Path file =
                Files.writeString(
                        folder.resolve("stacks.txt"), "main;</script><script>alert(1) 3\n");
        SampledProfile profile = ProfileConverter.read(file, Optional.empty());
        Path page = folder.resolve("page.html");
        ProfileConverter.write(profile, "</h1>", ProfileConverter.Form.HTML, page);
        assertThat(page)
                .content()
                .doesNotContain("</script><script>", "</h1></h1>")
                .contains("alert(1)");
    }

    /** A mutated recording soon gives a profile or a problem. */
    @Test
    void mutatedRecordingsGiveAProfileOrAProblem() throws Exception {
        byte[] whole = Files.readAllBytes(recording);
        Random random = new Random(22);
        int refused = 0;
        for (int round = 0; round < 300; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                damaged[random.nextInt(4, damaged.length)] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("damaged.jfr"), damaged);
            try {
                assertThat(ProfileConverter.read(file, Optional.of(ProfileEvent.CPU)).weight())
                        .isNotNegative();
            } catch (ProblemException e) {
                assertThat(e.problem().kind()).isEqualTo(Problem.Kind.BAD_REQUEST);
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 299);
    }
}
