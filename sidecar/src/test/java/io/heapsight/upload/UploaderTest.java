/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outcomes of uploads, by behaviour of the storage. */
@Timeout(60)
class UploaderTest {
    private static final int SIZE = 3_000_000;
    private static final Uploader.Patience SHORT =
            new Uploader.Patience(3, Duration.ofMillis(10), Duration.ofMillis(500));

    @TempDir private Path folder;
    private Path file;
    private byte[] bytes;
    private final List<String> phases = new CopyOnWriteArrayList<>();
    private final CancelSignal cancel = new CancelSignal();

    @BeforeEach
    void write() throws IOException {
        bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        file = Files.write(folder.resolve("dump"), bytes);
    }

    private void put(ScriptedStorage storage) throws ProblemException {
        put("http://127.0.0.1:%d/b/dump?X-Amz-Signature=secret".formatted(storage.port()));
    }

    private void put(String url) throws ProblemException {
        Progress progress = (phase, _, _) -> phases.add(phase);
        new Uploader(Optional.empty(), SHORT).put(file, PresignedUrl.parse(url), progress, cancel);
    }

    private Problem failure(ScriptedStorage storage) {
        return catchThrowableOfType(ProblemException.class, () -> put(storage)).problem();
    }

    @Test
    void arrivesCompletelyWithContentLength() throws Exception {
        try (ScriptedStorage storage = ScriptedStorage.of(ScriptedStorage.Connection::stores)) {
            put(storage);

            assertThat(storage.stored).hasSize(1);
            assertThat(storage.stored.getFirst()).isEqualTo(bytes);
            ScriptedStorage.Head head = storage.heads.getFirst();
            assertThat(head.line()).isEqualTo("PUT /b/dump?X-Amz-Signature=secret HTTP/1.1");
            assertThat(head.length()).isEqualTo(SIZE);
            assertThat(head.fields()).doesNotContainKeys("Transfer-Encoding", "Content-Type");
        }
    }

    @Test
    void isRetriedIfTheStorageIsBusyOrTheConnectionBreaks() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        busy ->
                                busy.answers(
                                        "503 Slow Down", "<Error><Code>SlowDown</Code></Error>"),
                        broken -> {
                            broken.asksForBody();
                            broken.in().readNBytes(SIZE / 2);
                        },
                        ScriptedStorage.Connection::stores)) {
            put(storage);

            assertThat(storage.heads).hasSize(3);
            assertThat(storage.stored).hasSize(1);
            assertThat(storage.stored.getFirst()).isEqualTo(bytes);
            assertThat(phases)
                    .contains("waiting to try again: it answered with status 503 (SlowDown)");
        }
    }

    @Test
    void failsAfterTheLastAttempt() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(busy -> busy.answers("500 Internal Server Error", ""))) {
            Problem problem = failure(storage);

            assertThat(problem.detail()).contains("after 3 attempts", "status 500");
            assertThat(problem.detail() + phases).doesNotContain("secret");
            assertThat(storage.heads).hasSize(3);
        }
    }

    @Test
    void refusalIsReportedInTheStoragesWordsBeforeAByteIsSent() throws Exception {
        String body =
                "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code>"
                        + "<Message>Request has expired</Message>"
                        + "<StringToSign>secret</StringToSign></Error>";
        try (ScriptedStorage storage =
                ScriptedStorage.of(refusing -> refusing.answers("403 Forbidden", body))) {
            Problem problem = failure(storage);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
            assertThat(problem.detail())
                    .endsWith(
                            "/b/dump answered with status 403 (AccessDenied: Request has expired).")
                    .doesNotContain("secret");
            assertThat(storage.heads).hasSize(1);
        }
    }

    @Test
    void storageWithoutExpectGetsTheBytesAtTheNextAttempt() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        silent -> silent.in().read(), ScriptedStorage.Connection::stores)) {
            put(storage);

            assertThat(storage.heads.get(0).fields()).containsKey("Expect");
            assertThat(storage.heads.get(1).fields()).doesNotContainKey("Expect");
            assertThat(storage.stored.getFirst()).isEqualTo(bytes);
        }
    }

    @Test
    void storageThatAnswersExpectTwiceGetsNoFurtherExpect() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        eager -> {
                            eager.asksForBody();
                            eager.stores();
                        })) {
            put(storage);

            assertThat(storage.heads).hasSize(2);
            assertThat(storage.stored.getLast()).isEqualTo(bytes);
        }
    }

    @Test
    void isCancellableWhileTheStorageDoesNotRead() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        reluctant -> {
                            reluctant.asksForBody();
                            reluctant.in().readNBytes(1);
                            cancel.cancel();
                            reluctant.in().readAllBytes();
                        })) {
            assertThatThrownBy(() -> put(storage)).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void trustsOnlyTheConfiguredAuthority() throws Exception {
        SSLServerSocket socket = TlsFiles.serverSocket();
        try (ScriptedStorage storage =
                ScriptedStorage.on(socket, ScriptedStorage.Connection::stores)) {
            String url = "https://localhost:%d/dump?signature".formatted(storage.port());
            Problem refused =
                    catchThrowableOfType(ProblemException.class, () -> put(url)).problem();
            assertThat(refused.title()).isEqualTo("The storage can't be trusted");
            assertThat(storage.stored).isEmpty();

            new Uploader(Optional.of(TlsFiles.certificate()), SHORT)
                    .put(file, PresignedUrl.parse(url), Progress.SILENT, cancel);

            assertThat(storage.stored.getFirst()).isEqualTo(bytes);
        }
    }

    @Test
    void fileRemovedDuringUploadIsReported() throws Exception {
        try (ScriptedStorage storage =
                ScriptedStorage.of(
                        busy -> {
                            Files.delete(file);
                            busy.answers("503 Slow Down", "");
                        })) {
            assertThat(failure(storage).kind()).isEqualTo(Problem.Kind.GONE);
        }
    }
}
