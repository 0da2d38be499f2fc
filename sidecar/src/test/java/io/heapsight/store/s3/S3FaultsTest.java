/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.s3.ScriptedS3.Fault;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faulty services: each attempt ends after a bounded time. */
@Timeout(60)
class S3FaultsTest {
    private static final S3ObjectStore.Limits SHORT =
            new S3ObjectStore.Limits(
                    Duration.ofMillis(400), Duration.ofMillis(800), Duration.ofMillis(1500));

    /** Longer than the kernel's buffers. */
    private static final byte[] PART = new byte[8 << 20];

    private final CountDownLatch over = new CountDownLatch(1);

    /** The behaviour of a service on a connection. */
    @FunctionalInterface
    private interface Behaviour {
        void meet(Socket caller) throws IOException, InterruptedException;
    }

    @BeforeEach
    void credentials() {
        System.setProperty("aws.accessKeyId", "AKIATEST");
        System.setProperty("aws.secretAccessKey", "x");
    }

    @AfterEach
    void end() {
        over.countDown();
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private static Problem failure(URI service, byte[] bytes, S3ObjectStore.Limits limits) {
        return catchThrowableOfType(
                        StoreFailure.class,
                        () -> {
                            try (S3ObjectStore store = store(service, limits)) {
                                store.removeLeftovers("pod");
                                ObjectOutput out = store.begin("pod/a", "text/plain", Map.of());
                                out.write(bytes);
                                out.finish("");
                            }
                        })
                .told()
                .problem();
    }

    private static S3ObjectStore store(URI service, S3ObjectStore.Limits limits) throws Exception {
        return new S3ObjectStore(
                new StoreSettings(
                        StoreUrl.parse("s3://dumps"),
                        Optional.of(service),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        Optional.empty()),
                limits);
    }

    /** Uploads to a service with this behaviour, which answers only the list of leftovers. */
    private Problem failureAt(Behaviour behaviour) throws IOException {
        List<Socket> callers = new CopyOnWriteArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(server, callers, behaviour));
            return failure(URI.create("http://127.0.0.1:" + server.getLocalPort()), PART, SHORT);
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    private static void serve(ServerSocket server, List<Socket> callers, Behaviour behaviour) {
        try {
            while (true) {
                Socket caller = server.accept();
                callers.add(caller);
                Thread.ofVirtual().start(() -> meet(behaviour, caller));
            }
        } catch (IOException _) {
            return; // closed
        }
    }

    private static void meet(Behaviour behaviour, Socket caller) {
        try {
            byte[] head = new byte[4096];
            int read = caller.getInputStream().read(head);
            if (new String(head, 0, Math.max(read, 0), US_ASCII).startsWith("GET ")) {
                answer(caller, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
                return;
            }
            behaviour.meet(caller);
        } catch (IOException _) {
            return; // disconnected
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(Socket caller, String words) throws IOException {
        caller.getOutputStream().write(words.getBytes(US_ASCII));
    }

    private static void assertThatItIsTriedAgainLater(Problem problem) {
        assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
        assertThat(problem.title()).isEqualTo("The store can't be reached");
        assertThat(problem.detail()).startsWith("s3://dumps/pod/a: ");
        assertThat(problem.remedy()).contains("HEAPSIGHT_STORE_ENDPOINT");
    }

    @Test
    void serviceThatReadsNothingTimesOut() throws Exception {
        assertThatItIsTriedAgainLater(failureAt(_ -> over.await()));
    }

    @Test
    void serviceThatNeverAnswersTimesOut() throws Exception {
        assertThatItIsTriedAgainLater(
                failureAt(
                        caller ->
                                caller.getInputStream()
                                        .transferTo(OutputStream.nullOutputStream())));
    }

    @Test
    void drippingServiceTimesOut() throws Exception {
        assertThatItIsTriedAgainLater(
                failureAt(
                        caller -> {
                            Thread.ofVirtual().start(() -> drain(caller));
                            answer(caller, "HTTP/1.1 200 OK\r\nX-Slow: ");
                            do {
                                answer(caller, "x");
                            } while (!over.await(50, TimeUnit.MILLISECONDS));
                        }));
    }

    private static void drain(Socket caller) {
        try {
            caller.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException _) {
            return; // disconnected
        }
    }

    @Test
    void serviceThatResetsConnectionsFails() throws Exception {
        assertThatItIsTriedAgainLater(
                failureAt(
                        caller -> {
                            caller.setSoLinger(true, 0);
                            caller.close();
                        }));
    }

    @Test
    void malformedAnswerFails() throws Exception {
        Problem problem =
                failureAt(
                        caller -> {
                            Thread.ofVirtual().start(() -> drain(caller));
                            answer(caller, "220 mail.example.org ESMTP\r\n");
                        });

        assertThat(problem.detail()).startsWith("s3://dumps/pod/a: ");
    }

    @Test
    void fullStoreSaysSo() throws Exception {
        for (Fault full :
                List.of(
                        Fault.error(507, "XMinioStorageFull", "minimum free drive threshold"),
                        Fault.error(403, "QuotaExceeded", "of user x"))) {
            try (ScriptedS3 service = new ScriptedS3(_ -> Optional.of(full))) {
                Problem problem = failure(service.uri(), new byte[1], S3ObjectStore.Limits.USUAL);

                assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
                assertThat(problem.title()).isEqualTo("The store is full");
                assertThat(problem.detail()).contains("status " + full.status());
                assertThat(problem.remedy()).contains("Free space");
                assertThat(service.objects).isEmpty();
            }
        }
    }

    @Test
    void uploadRemovedByOthersIsRetried() throws Exception {
        try (ScriptedS3 service =
                new ScriptedS3(
                        request ->
                                request.isPart(1)
                                        ? Optional.of(Fault.error(404, "NoSuchUpload", "gone"))
                                        : Optional.empty())) {
            assertThat(
                            failure(
                                            service.uri(),
                                            new byte[PART.length + 1],
                                            S3ObjectStore.Limits.USUAL)
                                    .kind())
                    .isEqualTo(Problem.Kind.UNAVAILABLE);
        }
    }
}
