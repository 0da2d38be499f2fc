/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** Flight Recorder recordings of a known program, from its container. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class RecordingsTest {
    private static final String[] SECRETS = {"hunter2-property", "hunter2-environment"};

    @ParameterizedTest
    @EachLongTermJdk
    void summaryNamesTheWorkOfTheProgramAndNothingStaysInTheTarget(Jdk jdk) {
        try (TargetContainer target = target(jdk);
                SidecarContainer sidecar = sidecar(target)) {
            HttpCaller caller = sidecar.readyCaller();
            Json job =
                    DumpJob.start(caller, "/recordings?seconds=12&settings=profile&paths=true")
                            .awaitEnd();
            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");

            String recording = newest(caller);
            Json summary = Json.parse(caller.getJson(recording + "/summary").body());
            assertThat(first(summary, "hot-methods")).contains("com.acme.Recorded.hot");
            assertThat(first(summary, "allocation-by-site")).contains("com.acme.Recorded.allocate");
            assertThat(first(summary, "allocation-by-class")).contains("long[]");
            assertThat(first(summary, "contention-by-site")).contains("com.acme.Recorded.locked");
            Set<String> recorded = recorded(caller, recording);
            if (jdk != Jdk.JDK_11 || recorded.contains("jdk.FileRead /tmp/known")) {
                assertThat(first(summary, "file-reads-by-path")).contains("/tmp/known");
            }
            if (jdk != Jdk.JDK_11 || recorded.contains("jdk.OldObjectSample [B")) {
                assertThat(holders(summary))
                        .as("old objects: %s", summary.at("oldObjects"))
                        .anySatisfy(
                                path -> assertThat(path).contains("com.acme.Recorded.sessions"));
            }
            assertThat(summary.at("verdicts").at("rules").items())
                    .as("verdicts: %s", summary.at("verdicts"))
                    .hasSizeGreaterThan(10);
            assertThat(bytes(caller, recording)).contains(SECRETS);
            assertThat(bytes(caller, recording + "?scrub=true"))
                    .contains("com/acme/Recorded")
                    .doesNotContain(SECRETS);
            assertThat(target.heapsightFiles()).isEmpty();
            Said.assertUntouched(target);
        }
    }

    private static TargetContainer target(Jdk jdk) {
        return TargetContainer.start(
                TargetSpec.of(jdk, "Recorded")
                        .withFlags("-Xmx256m", "-Dpassword=hunter2-property")
                        .withEnvironment("PASSWORD", "hunter2-environment"));
    }

    private static SidecarContainer sidecar(TargetContainer target) {
        return SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps());
    }

    private static String newest(HttpCaller caller) {
        Json all = Json.parse(caller.getJson("/recordings").body());
        return "/recordings/" + all.at("recordings").items().getLast().at("id").text();
    }

    /**
     * Events of files and old objects, by the JDK's own reader. On an overloaded machine, one of 30
     * recordings of JDK 11 has none of either, by jcmd, too.
     */
    private static Set<String> recorded(HttpCaller caller, String recording) {
        try {
            Path copy = Files.createTempFile("recording", ".jfr");
            try (InputStream bytes = caller.getStream(recording)) {
                Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
                return RecordingFile.readAllEvents(copy).stream()
                        .map(RecordingsTest::name)
                        .collect(Collectors.toSet());
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String bytes(HttpCaller caller, String recording) {
        try (InputStream bytes = caller.getStream(recording)) {
            return new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(RecordedEvent event) {
        String type = event.getEventType().getName();
        return switch (type) {
            case "jdk.FileRead" -> type + " " + event.getString("path");
            case "jdk.OldObjectSample" -> type + " " + event.getClass("object.type").getName();
            default -> type;
        };
    }

    /** The name in the first row of a table. */
    private static String first(Json summary, String view) {
        return summary.at("tables").items().stream()
                .filter(table -> table.at("view").text().equals(view))
                .flatMap(table -> table.at("rows").items().stream())
                .map(row -> row.at("name").text())
                .findFirst()
                .orElseThrow(() -> new AssertionError(view + " has no row in " + summary));
    }

    private static List<String> holders(Json summary) {
        return summary.at("oldObjects").items().stream()
                .map(each -> each.at("path").toString())
                .toList();
    }
}
