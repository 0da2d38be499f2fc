/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.read.RangeServer.Fault;
import io.heapsight.store.read.RangeServer.Request;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.UrlObjectReader;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Downloads from a server that fails: the copy is whole, or the failure is clear. */
@Timeout(60)
class ObjectDownloadTest {
    private static final long RANGE = 1 << 20;
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(2, Duration.ofMillis(1), Duration.ofMillis(1));
    private static final ObjectDownload.Limits LIMITS =
            new ObjectDownload.Limits(4, RANGE, 3, Duration.ofMillis(1), Duration.ofMillis(500));

    /** Six ranges, the last one shorter. */
    private final byte[] object = new byte[5 * (1 << 20) + 4321];

    @TempDir private Path folder;

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(object);
    }

    private Path file() {
        return folder.resolve("copy");
    }

    private void copy(URI uri, CancelSignal cancel) throws IOException, ProblemException {
        try (UrlObjectReader source = new UrlObjectReader(uri, Optional.empty(), QUICK)) {
            new ObjectDownload(source, LIMITS, Progress.SILENT, cancel)
                    .copy("", UrlObjectReader.shown(uri), file());
        }
    }

    private void copy(RangeServer server) throws IOException, ProblemException {
        copy(server.uri(), new CancelSignal());
    }

    private Problem failure(RangeServer server) {
        StoreFailure failure = catchThrowableOfType(StoreFailure.class, () -> copy(server));
        assertThat(failure.told().problem().toString())
                .doesNotContain("s3cr3t")
                .contains("/dumps/shop.hprof");
        return failure.told().problem();
    }

    private RangeServer serving(Function<Request, Optional<Fault>> script) throws IOException {
        return new RangeServer(object, script);
    }

    private static Optional<Fault> well(Request request) {
        return Optional.empty();
    }

    @Test
    void allRangesTogetherAreTheObject() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well)) {
            copy(server);
            assertThat(server.requests).hasSize(6);
            assertThat(server.requests.stream().filter(each -> !each.isFirst()))
                    .allMatch(each -> each.ifMatch().equals("\"v1\""));
        }
        assertThat(file()).hasBinaryContent(object);
        assertThat(Files.getPosixFilePermissions(file())).hasSize(2);
    }

    @Test
    void aCutRangeContinuesAfterItsLastByte() throws Exception {
        AtomicBoolean cut = new AtomicBoolean();
        try (RangeServer server =
                serving(
                        request ->
                                request.from() == 2 * RANGE && cut.compareAndSet(false, true)
                                        ? Optional.of(Fault.cutAfter(100_000))
                                        : Optional.empty())) {
            copy(server);
            assertThat(server.requests)
                    .anyMatch(
                            each -> each.from() == 2 * RANGE + 100_000 && each.end() == 3 * RANGE);
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void aStalledConnectionIsReplaced() throws Exception {
        AtomicBoolean stalled = new AtomicBoolean();
        try (RangeServer server =
                serving(
                        request ->
                                request.isFirst() && stalled.compareAndSet(false, true)
                                        ? Optional.of(Fault.stallAfter(200_000))
                                        : Optional.empty())) {
            copy(server);
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void anInterruptedDownloadContinues() throws Exception {
        AtomicInteger failing = new AtomicInteger(3);
        try (RangeServer server =
                serving(
                        request ->
                                request.from() / RANGE == failing.get()
                                        ? Optional.of(Fault.status(503))
                                        : Optional.empty())) {
            assertThat(failure(server).kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            List<Long> first = server.requests.stream().map(Request::from).toList();
            failing.set(-1);
            int before = server.requests.size();
            copy(server);
            List<Long> second = server.requests.stream().skip(before).map(Request::from).toList();
            assertThat(first).contains(0L);
            // The first range is requested, but not read again.
            assertThat(second).contains(0L, 3 * RANGE).hasSizeLessThan(6);
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void aCompleteCopyIsNotReadAgain() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well)) {
            copy(server);
            copy(server);
            assertThat(server.requests).hasSize(7);
        }
    }

    @Test
    void anObjectThatChangesInBetweenIsAFailure() throws Exception {
        try (RangeServer server =
                serving(
                        request ->
                                request.from() == 4 * RANGE
                                        ? Optional.of(Fault.otherVersion("\"v2\""))
                                        : Optional.empty())) {
            Problem problem = failure(server);
            assertThat(problem.kind()).isEqualTo(Problem.Kind.CONFLICT);
            assertThat(problem.title()).isEqualTo("The object changed while it was read");
        }
    }

    @Test
    void aRefusedConditionIsAFailure() throws Exception {
        try (RangeServer server =
                serving(
                        request ->
                                request.isFirst()
                                        ? Optional.empty()
                                        : Optional.of(Fault.status(412)))) {
            assertThat(failure(server).title()).isEqualTo("The object changed while it was read");
        }
    }

    @Test
    void aNewVersionIsReadFromItsBeginning() throws Exception {
        byte[] other = new byte[object.length];
        new Random(2).nextBytes(other);
        AtomicBoolean fails = new AtomicBoolean(true);
        try (RangeServer server =
                serving(
                        request ->
                                fails.get() && request.from() == 5 * RANGE
                                        ? Optional.of(Fault.status(503))
                                        : Optional.empty())) {
            failure(server);
            fails.set(false);
            server.put(other, "\"v2\"");
            copy(server);
        }
        assertThat(file()).hasBinaryContent(other);
    }

    @Test
    void aServerWithoutRangesSendsTheWholeObject() throws Exception {
        AtomicBoolean cut = new AtomicBoolean();
        try (RangeServer server =
                serving(
                        _ ->
                                Optional.of(
                                        cut.compareAndSet(false, true)
                                                ? new Fault(200, Optional.of(300_000), "", false)
                                                : Fault.status(200)))) {
            copy(server);
            assertThat(server.requests).hasSize(2);
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void aServerWithoutVersionsIsReadOverOneConnection() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well)) {
            server.put(object, "");
            copy(server);
            assertThat(server.requests).hasSize(2);
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void aWeakVersionIsComparedHere() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well)) {
            server.put(object, "W/\"v1\"");
            copy(server);
            assertThat(server.requests).hasSize(6).allMatch(each -> each.ifMatch().isEmpty());
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @Test
    void anEmptyObjectIsAnEmptyFile() throws Exception {
        try (RangeServer server = new RangeServer(new byte[0], ObjectDownloadTest::well)) {
            copy(server);
        }
        assertThat(file()).isEmptyFile();
    }

    @Test
    void redirectsAreFollowed() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well)) {
            copy(server.uri().resolve("/moved"), new CancelSignal());
        }
        assertThat(file()).hasBinaryContent(object);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void aRefusalSaysWhatToDo(int status) throws Exception {
        try (RangeServer server = serving(_ -> Optional.of(Fault.status(status)))) {
            Problem problem = failure(server);
            assertThat(problem.title()).isEqualTo("The store refuses the download");
            assertThat(problem.detail()).contains("status " + status);
            assertThat(problem.remedy()).contains("presigned URL for GET");
        }
    }

    @Test
    void aMissingObjectIsNotFound() throws Exception {
        try (RangeServer server = serving(_ -> Optional.of(Fault.status(404)))) {
            assertThat(failure(server).kind()).isEqualTo(Problem.Kind.NOT_FOUND);
        }
    }

    @Test
    void anExpiredUrlInTheMiddleKeepsWhatHasArrived() throws Exception {
        try (RangeServer server =
                serving(
                        request ->
                                request.from() >= 3 * RANGE
                                        ? Optional.of(Fault.status(403))
                                        : Optional.empty())) {
            assertThat(failure(server).kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
        }
        assertThat(DownloadedRanges.read(file())).isPresent();
    }

    @Test
    void aCancelledDownloadKeepsWhatHasArrived() throws Exception {
        CancelSignal cancel = new CancelSignal();
        try (RangeServer server =
                serving(
                        request -> {
                            if (request.from() < 3 * RANGE) {
                                return Optional.empty();
                            }
                            cancel.cancel();
                            return Optional.of(Fault.stallAfter(10));
                        })) {
            assertThatThrownBy(() -> copy(server.uri(), cancel))
                    .isInstanceOf(CancellationException.class);
        }
        assertThat(DownloadedRanges.read(file()).orElseThrow().bytesDone()).isPositive();
    }

    @Test
    void aFileThatAnotherProcessWritesIsRefused() throws Exception {
        try (RangeServer server = serving(ObjectDownloadTest::well);
                FileChannel channel =
                        FileChannel.open(
                                file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            ProblemException failure =
                    catchThrowableOfType(ProblemException.class, () -> copy(server));
            assertThat(failure.problem().kind()).isEqualTo(Problem.Kind.CONFLICT);
        }
    }
}
