/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.delivery;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one POST request with retries, each after a longer pause. Redirects are not followed: they
 * could lead to hosts that are not allowed. Faults contain neither the path nor headers.
 *
 * @param authorities PEM file of trusted authorities; empty: those of the Java runtime
 */
public record RetryingPost(Optional<Path> authorities, Patience patience, InstantSource clock) {
    /**
     * Limits of a delivery.
     *
     * @param attempts total number of attempts
     * @param firstPause pause after the first attempt; each following pause is twice as long
     * @param longestPause longest pause that a receiver may request
     * @param timeout of one attempt
     */
    public record Patience(
            int attempts, Duration firstPause, Duration longestPause, Duration timeout) {
        public static final Patience USUAL =
                new Patience(
                        4, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(10));
    }

    /**
     * The result of a delivery.
     *
     * @param fault why it failed; "" if it succeeded
     */
    public record Ended(int attempts, String fault) {
        public boolean isDelivered() {
            return fault.isEmpty();
        }
    }

    /** Makes the request of an attempt. */
    @FunctionalInterface
    public interface RequestMaker {
        /**
         * Makes the request.
         *
         * @throws ProblemException of the kind FORBIDDEN if no further attempt may be made
         * @throws IOException if a file that it needs can't be read; its message is the fault
         */
        HttpRequest make() throws ProblemException, IOException;
    }

    /** The outcome of one attempt. */
    private sealed interface Attempt {
        record Delivered() implements Attempt {}

        record Refused(String fault) implements Attempt {}

        record MayPass(String fault, Duration askedPause) implements Attempt {}
    }

    private static final int MOST_ANSWER_BYTES = 64 * 1024;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;

    /**
     * Tries until the receiver accepts the request or all attempts have failed.
     *
     * @throws CancellationException if the sidecar ends
     */
    public Ended send(RequestMaker request, CancelSignal cancel) {
        Duration pause = patience.firstPause();
        for (int attempt = 1; ; attempt++) {
            switch (attempt(request)) {
                case Attempt.Delivered _ -> {
                    return new Ended(attempt, "");
                }
                case Attempt.Refused(String fault) -> {
                    return new Ended(attempt, fault);
                }
                case Attempt.MayPass(String fault, Duration asked) -> {
                    if (attempt == patience.attempts()) {
                        return new Ended(attempt, fault);
                    }
                    cancel.pause(asked.compareTo(pause) > 0 ? asked : pause);
                    pause = pause.multipliedBy(2);
                }
            }
        }
    }

    private Attempt attempt(RequestMaker maker) {
        try {
            HttpRequest request = maker.make();
            HttpClient.Builder builder =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .connectTimeout(patience.timeout());
            if (authorities.isPresent()) {
                builder.sslContext(
                        PemCertificates.trusted("HEAPSIGHT_UPLOAD_CA", authorities.get()));
            }
            try (HttpClient client = builder.build()) {
                try {
                    return answer(client, request);
                } finally {
                    client.shutdownNow();
                }
            }
        } catch (ProblemException e) {
            return switch (e.problem().kind()) {
                case FORBIDDEN -> new Attempt.Refused(e.problem().detail());
                default -> new Attempt.MayPass(e.problem().detail(), Duration.ZERO);
            };
        } catch (IOException e) {
            return new Attempt.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Attempt answer(HttpClient client, HttpRequest request) {
        CompletableFuture<HttpResponse<Void>> answer =
                client.sendAsync(
                        request,
                        BodyHandlers.limiting(BodyHandlers.discarding(), MOST_ANSWER_BYTES));
        try {
            return read(answer.get(patience.timeout().toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException _) {
            return new Attempt.MayPass(
                    "no answer within %d s".formatted(patience.timeout().toSeconds()),
                    Duration.ZERO);
        } catch (ExecutionException e) {
            return new Attempt.MayPass(words(e.getCause()), Duration.ZERO);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            answer.cancel(true);
        }
    }

    private Attempt read(HttpResponse<Void> response) {
        int status = response.statusCode();
        String fault = "it answered with status " + status;
        return switch (status / 100) {
            case 2 -> new Attempt.Delivered();
            case 3 -> new Attempt.Refused(fault + ", a redirect, which is not followed");
            case 5 -> new Attempt.MayPass(fault, askedPause(response));
            default ->
                    status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS
                            ? new Attempt.MayPass(fault, askedPause(response))
                            : new Attempt.Refused(fault);
        };
    }

    /**
     * Returns the pause that {@code Retry-After} requests, in seconds or as a date, within bounds.
     */
    private Duration askedPause(HttpResponse<Void> response) {
        String asked = response.headers().firstValue("Retry-After").orElse("0").strip();
        Duration pause;
        try {
            pause =
                    asked.matches("[0-9]{1,9}")
                            ? Duration.ofSeconds(Long.parseLong(asked))
                            : Duration.between(
                                    clock.instant(),
                                    Instant.from(
                                            ZonedDateTime.parse(
                                                    asked, DateTimeFormatter.RFC_1123_DATE_TIME)));
        } catch (DateTimeException | ArithmeticException _) {
            return Duration.ZERO;
        }
        return pause.compareTo(patience.longestPause()) > 0 ? patience.longestPause() : pause;
    }

    /** Describes a failure. Its own message is not used: it may repeat the URL. */
    private static String words(@Nullable Throwable failure) {
        return switch (failure) {
            case ConnectException _ -> "connection failed";
            case HttpTimeoutException _ -> "connection timed out";
            case SSLException _ ->
                    "the TLS handshake failed: if your own authority signed its certificate, set"
                            + " HEAPSIGHT_UPLOAD_CA to that authority";
            case null, default -> "the connection was lost";
        };
    }
}
