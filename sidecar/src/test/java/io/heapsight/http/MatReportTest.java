/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.report.SampleSummary;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of Eclipse MAT, with a script of the test in its place. */
class MatReportTest {
    private static final String STAND_IN =
            """
            #!/bin/sh
            # A stand-in for Eclipse MAT's ParseHeapDump.sh: it takes its arguments and writes where
            # it would, but analyses nothing.
            set -eu
            here=$(dirname "$0")
            printf '%s\\n' "$HOME" "$@" >"$here/arguments"
            stem=${1%.hprof}
            test "$(cat "$1")" = "a dump"
            echo "Task: Parsing heap dump from '$1'"
            head -c 4000000 /dev/zero >"$here/index"
            mv "$here/index" "$stem.idx.index" # at once, whenever it is looked at
            mkdir workspace
            case $(cat "$here/how") in
            reports) cp "$here/report.zip" "${stem}_Leak_Suspects.zip" ;;
            stays)
                tail -f /dev/null &
                echo $! >"$here/child"
                wait
                ;;
            fails) echo "An error has occurred." ; exit 13 ;;
            lacks) echo "java.lang.OutOfMemoryError: Java heap space" ; exit 1 ;;
            esac
            """;

    private static final byte[] REPORT = "PK the report".getBytes(StandardCharsets.UTF_8);

    @TempDir private Path data;
    @TempDir private Path mat;
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable RunningApi api;

    @BeforeEach
    void install() throws IOException {
        Path script = Files.writeString(mat.resolve("ParseHeapDump.sh"), STAND_IN);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.write(mat.resolve("report.zip"), REPORT);
    }

    @AfterEach
    void stop() {
        client.close();
        if (api != null) {
            api.close();
        }
    }

    private RunningApi serve(Map<String, String> more) throws ProblemException {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("HEAPSIGHT_DATA_DIR", data.toString());
        settings.putIfAbsent("HEAPSIGHT_MAT", mat.toString());
        RunningApi started = RunningApi.of(settings, List.of());
        api = started;
        return started;
    }

    private static DumpRecord keep(RunningApi api, long bytes, boolean gzip) throws IOException {
        DumpStore store = api.dumps().store();
        Files.createDirectories(store.folder());
        String id = store.newId(Instant.now(), 7);
        DumpRecord dump =
                new DumpRecord(
                        id, Instant.now(), 7, "Shop", bytes, false, gzip, Optional.empty(), "test");
        store.add(dump, Files.writeString(store.partOf(id), "a dump"));
        return dump;
    }

    private HttpResponse<byte[]> ask(RunningApi of, String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:%d%s".formatted(of.port(), path));
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> post(RunningApi of, DumpRecord dump, String how) throws Exception {
        Files.writeString(mat.resolve("how"), how);
        return ask(of, "POST", "/heapdumps/" + dump.id() + "/mat-report");
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static String jobOf(HttpResponse<byte[]> started) {
        assertThat(started.statusCode()).as(text(started)).isEqualTo(202);
        String path = started.headers().firstValue("Location").orElseThrow();
        return path.substring("/jobs/".length());
    }

    private static JobSnapshot end(RunningApi of, HttpResponse<byte[]> started) {
        String id = jobOf(started);
        return Awaitility.await()
                .until(() -> of.jobs().find(id).orElseThrow(), job -> job.state().isFinal());
    }

    private void assertNoWorkFiles() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            assertThat(files.map(Path::toString))
                    .noneMatch(name -> name.endsWith(".index") || name.contains("workspace"))
                    .noneMatch(name -> name.endsWith(".part"));
        }
    }

    private void assertNothingIsLeft() throws IOException {
        // The record of a job is written after its state is visible.
        Awaitility.await().untilAsserted(this::assertNoWorkFiles);
        assertThat(data.resolve("mat"))
                .satisfiesAnyOf(
                        folder -> assertThat(folder).doesNotExist(),
                        folder -> assertThat(folder).isEmptyDirectory());
    }

    @Test
    void reportIsCreatedInItsOwnFolderAndStoredWithTheDump() throws Exception {
        RunningApi running = serve(Map.of("HEAPSIGHT_ANALYSIS_MEMORY", "1g"));
        DumpRecord dump = keep(running, 6, false);
        String path = "/heapdumps/" + dump.id() + "/mat-report";
        HttpResponse<byte[]> none = ask(running, "GET", path);
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(text(none)).contains("POST " + path + "?report=suspects creates it");

        JobSnapshot job = end(running, post(running, dump, "reports"));

        assertThat(job.state()).as(job.toString()).isEqualTo(JobState.DONE);
        assertThat(job.kind().label()).isEqualTo("mat-report");
        assertThat(job.result()).contains(path + "?report=suspects");
        HttpResponse<byte[]> zip = ask(running, "GET", job.result().orElseThrow());
        assertThat(zip.body()).isEqualTo(REPORT);
        assertThat(zip.headers().firstValue("Content-Type")).contains("application/zip");
        assertThat(zip.headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"" + dump.id() + ".mat-suspects.zip\"");
        Path folder = data.resolve("mat").resolve(job.id());
        assertThat(Files.readAllLines(mat.resolve("arguments")))
                .containsExactly(
                        folder.toString(),
                        folder.resolve(dump.id() + ".hprof").toString(),
                        "org.eclipse.mat.api:suspects",
                        "-data",
                        folder.resolve("workspace").toString(),
                        "-vmargs",
                        "-Xmx" + (1024 - 96) * 1024 + "k",
                        "-Duser.home=" + folder,
                        "-Djava.io.tmpdir=" + folder);
        assertNothingIsLeft();

        assertThat(ask(running, "GET", path + "?report=overview").statusCode()).isEqualTo(404);
        assertThat(ask(running, "POST", path + "?report=all").statusCode()).isEqualTo(400);
        assertThat(ask(running, "DELETE", "/heapdumps/" + dump.id()).statusCode()).isEqualTo(200);
        assertThat(running.dumps().store().folder()).isEmptyDirectory();
    }

    @Test
    void cancelledReportLeavesNeitherProcessesNorFiles() throws Exception {
        RunningApi running = serve(Map.of());
        DumpRecord dump = keep(running, 6, false);
        HttpResponse<byte[]> started = post(running, dump, "stays");
        Path pid = mat.resolve("child");
        Awaitility.await().until(() -> Files.exists(pid) && Files.size(pid) > 1);
        ProcessHandle child =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        assertThat(child.isAlive()).isTrue();
        String id = jobOf(started);
        Awaitility.await()
                .until(
                        () -> running.jobs().find(id).orElseThrow().phase(),
                        phase -> phase.startsWith("MAT: Parsing heap dump from '"));
        assertThat(text(ask(running, "DELETE", "/heapdumps/" + dump.id())))
                .contains("The heap dump is being analysed");

        ask(running, "DELETE", "/jobs/" + id);

        assertThat(end(running, started).state()).isEqualTo(JobState.CANCELLED);
        Awaitility.await().until(() -> !child.isAlive());
        assertNothingIsLeft();
    }

    @Test
    void quotaBoundsTheReport() throws Exception {
        RunningApi running = serve(Map.of("HEAPSIGHT_DUMP_QUOTA", "bytes=2m"));
        DumpRecord dump = keep(running, 6, false);
        JobSnapshot job = end(running, post(running, dump, "stays"));
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        Problem problem = job.problem().orElseThrow();
        assertThat(problem.kind()).isEqualTo(Problem.Kind.NO_ROOM);
        assertThat(problem.detail()).contains("It has written 3.8 MiB; 2.0 MiB were left.");
        assertNothingIsLeft();

        DumpRecord full = keep(running, 2 << 20, false);
        assertThat(post(running, full, "stays").statusCode()).isEqualTo(507);
    }

    @Test
    void outputOfMatIsShownIfItFails() throws Exception {
        RunningApi running = serve(Map.of());
        DumpRecord dump = keep(running, 6, false);
        Problem failed = end(running, post(running, dump, "fails")).problem().orElseThrow();
        assertThat(failed.title()).isEqualTo("Eclipse MAT produced no report");
        assertThat(failed.detail()).contains("exit code 13", "An error has occurred.");
        Problem lacking = end(running, post(running, dump, "lacks")).problem().orElseThrow();
        assertThat(lacking.title()).isEqualTo("Eclipse MAT ran out of memory");
        assertNothingIsLeft();
    }

    @Test
    void impossibleReportIsRefusedInAdvance() throws Exception {
        RunningApi running = serve(Map.of("HEAPSIGHT_ANALYSIS_MEMORY", "1g"));
        HttpResponse<byte[]> compressed = post(running, keep(running, 6, true), "reports");
        assertThat(compressed.statusCode()).isEqualTo(409);
        assertThat(text(compressed)).contains("The heap dump is compressed");

        // 10 GiB: 335,544,320 objects by the rule of thumb.
        HttpResponse<byte[]> large = post(running, keep(running, 10L << 30, false), "reports");
        assertThat(large.statusCode()).isEqualTo(409);
        assertThat(text(large))
                .contains(
                        "Not enough memory for Eclipse MAT",
                        "It needs about %d bytes".formatted(335_544_320L * 113 / 4 + (160L << 20)),
                        "1073741824 bytes (1.0 GiB) are available",
                        "HEAPSIGHT_ANALYSIS_MEMORY");
        assertThat(running.jobs().list()).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void objectCountOfASummaryIsUsed() throws Exception {
        RunningApi running =
                serve(
                        Map.of(
                                "HEAPSIGHT_ANALYSIS_MEMORY",
                                "1g",
                                "HEAPSIGHT_DUMP_QUOTA",
                                "bytes=20g"));
        DumpRecord dump = keep(running, 10L << 30, false);
        Files.writeString(
                running.dumps().store().summary(dump, SummaryFormat.JSON),
                new HeapSummaryReport(SampleSummary.complete(), 20, 1000).json());
        assertThat(end(running, post(running, dump, "reports")).state()).isEqualTo(JobState.DONE);
    }

    @Test
    void missingMatIsReported() throws Exception {
        RunningApi running = serve(Map.of("HEAPSIGHT_MAT", ""));
        HttpResponse<byte[]> answer = post(running, keep(running, 6, false), "reports");
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(text(answer)).contains("Eclipse MAT is not installed", "HEAPSIGHT_MAT=/opt/mat");
        Assertions.assertThatThrownBy(() -> serve(Map.of("HEAPSIGHT_MAT", data.toString())))
                .hasMessageContaining("HEAPSIGHT_MAT")
                .hasMessageContaining("ParseHeapDump.sh");
    }

    @Test
    void leftoversOfAKilledSidecarAreRemoved() throws Exception {
        Path left = Files.createDirectories(data.resolve("mat/20261122T030000500Z-7/workspace"));
        Path dump = Files.writeString(mat.resolve("shop.hprof"), "a dump");
        Files.createSymbolicLink(left.resolveSibling("shop.hprof"), dump);
        Files.writeString(left.resolve("lock"), "");
        serve(Map.of());
        assertThat(data.resolve("mat")).doesNotExist();
        assertThat(dump).exists();
    }
}
