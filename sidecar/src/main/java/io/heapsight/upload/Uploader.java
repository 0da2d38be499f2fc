/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Sends files by {@code PUT}, streamed, with their length in the header. Retries after temporary
 * failures (a lost connection, a 5xx response), and doubles the pause each time.
 */
public final class Uploader {
    /**
     * Limits of an upload.
     *
     * @param attempts total number
     * @param firstPause between the first two
     * @param longestStall time without progress after which an attempt is aborted
     */
    public record Patience(int attempts, Duration firstPause, Duration longestStall) {
        /** The default: half a minute of pauses. */
        public static final Patience USUAL =
                new Patience(5, Duration.ofSeconds(2), Duration.ofMinutes(2));
    }

    private static final Duration CONNECTING = Duration.ofSeconds(20);
    private static final int LOOK_EVERY_MILLIS = 100;
    private static final int MOST_ANSWER_BYTES = 64 * 1024;

    private final Optional<Path> authorities;
    private final Patience patience;

    /**
     * @param authorities a PEM file of trusted authorities; empty: those of the Java runtime
     */
    public Uploader(Optional<Path> authorities, Patience patience) {
        this.authorities = authorities;
        this.patience = patience;
    }

    /**
     * Sends one file.
     *
     * @throws ProblemException with the storage's refusal, or the cause of the failure
     * @throws CancellationException if cancelled; the storage discards partial data
     */
    public void put(Path file, PresignedUrl to, Progress progress, CancelSignal cancel)
            throws ProblemException {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(CONNECTING);
        if (authorities.isPresent()) {
            builder.sslContext(PemCertificates.trusted("HEAPSIGHT_UPLOAD_CA", authorities.get()));
        }
        try (HttpClient client = builder.build()) {
            try {
                new Sending(client, file, to, progress, cancel).send();
            } finally {
                client.shutdownNow();
            }
        }
    }

    /** The upload of one file. */
    private final class Sending {
        private final HttpClient client;
        private final Path file;
        private final PresignedUrl to;
        private final Progress progress;
        private final CancelSignal cancel;

        /**
         * Whether to send "Expect: 100-continue": a refusal then arrives before the bytes are sent,
         * and isn't lost with the connection.
         */
        private boolean asksFirst = true;

        Sending(
                HttpClient client,
                Path file,
                PresignedUrl to,
                Progress progress,
                CancelSignal cancel) {
            this.client = client;
            this.file = file;
            this.to = to;
            this.progress = progress;
            this.cancel = cancel;
        }

        void send() throws ProblemException {
            Duration pause = patience.firstPause();
            for (int attempt = 1; ; attempt++) {
                to.check();
                String fault;
                try {
                    StorageResponse answer = attempt();
                    if (answer.isStored()) {
                        return;
                    }
                    if (!answer.mayPass()) {
                        throw UploadProblem.refused(to, answer);
                    }
                    asksFirst &= !answer.isInterim();
                    fault = "it answered with " + answer;
                } catch (FileNotFoundException e) {
                    throw UploadProblem.gone(file, e);
                } catch (SSLHandshakeException e) {
                    throw UploadProblem.notTrusted(to, e);
                } catch (IOException e) {
                    fault = IoReason.of(e);
                }
                if (attempt == patience.attempts()) {
                    throw UploadProblem.gaveUp(to, attempt, fault);
                }
                progress.at("waiting to try again: " + fault, 0, 0);
                cancel.pause(pause);
                pause = pause.multipliedBy(2);
            }
        }

        private StorageResponse attempt() throws IOException {
            CountingFileBody body = new CountingFileBody(file);
            HttpRequest request =
                    HttpRequest.newBuilder(to.uri()).expectContinue(asksFirst).PUT(body).build();
            CompletableFuture<HttpResponse<String>> answer =
                    client.sendAsync(
                            request,
                            BodyHandlers.limiting(BodyHandlers.ofString(), MOST_ANSWER_BYTES));
            try {
                HttpResponse<String> response = await(answer, body);
                return StorageResponse.of(response.statusCode(), response.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException lost
                        ? lost
                        : new IOException(e.getCause());
            } finally {
                answer.cancel(true);
            }
        }

        private HttpResponse<String> await(
                CompletableFuture<HttpResponse<String>> answer, CountingFileBody body)
                throws IOException, InterruptedException, ExecutionException {
            long taken = 0;
            long movedAt = System.nanoTime();
            while (true) {
                try {
                    return answer.get(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException _) {
                    cancel.throwIfCancelled();
                }
                long now = System.nanoTime();
                if (body.takenBytes() != taken) {
                    taken = body.takenBytes();
                    movedAt = now;
                } else if (now - movedAt > patience.longestStall().toNanos()) {
                    asksFirst &= taken > 0; // the storage may not support 100-continue
                    throw new IOException(
                            "no progress for %d s, after %d bytes"
                                    .formatted(patience.longestStall().toSeconds(), taken));
                }
                progress.at("sending", taken, body.contentLength());
            }
        }
    }
}
