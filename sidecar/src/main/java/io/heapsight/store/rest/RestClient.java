/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import io.heapsight.store.StoreFailure;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.PemCertificates;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Sends requests to a service, with retries after temporary failures: a lost connection, 408, 429
 * and 5xx. Redirects are not followed: requests contain credentials.
 */
public final class RestClient implements AutoCloseable {
    /**
     * Limits of retries.
     *
     * @param attempts total number
     * @param firstPause between the first two; each following pause is twice as long
     * @param longestPause also if the service requests more
     */
    public record Patience(int attempts, Duration firstPause, Duration longestPause) {
        /** The default: about eight seconds of pauses. */
        public static final Patience USUAL =
                new Patience(5, Duration.ofMillis(500), Duration.ofSeconds(20));
    }

    /** One attempt of a request. */
    @FunctionalInterface
    public interface Attempt {
        /**
         * Sends the request.
         *
         * @param number from 1 on
         */
        RestAnswer make(int number) throws IOException;
    }

    private static final Duration CONNECTING = Duration.ofSeconds(20);

    /** Timeout for one part: fails below 28 KB/s. */
    private static final Duration ONE_ATTEMPT = Duration.ofMinutes(5);

    /** Timeout for the headers of an object. */
    private static final Duration FIRST_BYTE = Duration.ofMinutes(1);

    private static final int MOST_ANSWER_BYTES = 64 * 1024;

    private final HttpClient client;
    private final Patience patience;
    private final CancelSignal cancel = new CancelSignal();

    /**
     * @param authorities a PEM file of trusted authorities; empty: those of the Java runtime
     * @throws ProblemException if that file can't be read
     */
    public RestClient(Optional<Path> authorities, Patience patience) throws ProblemException {
        this("HEAPSIGHT_UPLOAD_CA", authorities, patience);
    }

    /**
     * @param named the name of the PEM file in messages
     */
    public RestClient(String named, Optional<Path> authorities, Patience patience)
            throws ProblemException {
        this.patience = patience;
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECTING);
        if (authorities.isPresent()) {
            builder.sslContext(PemCertificates.trusted(named, authorities.get()));
        }
        client = builder.build();
    }

    /**
     * Makes attempts until one succeeds.
     *
     * @return the last answer, of any status
     * @throws StoreFailure on a permanent failure
     * @throws IOException if the last attempt had no answer
     */
    public RestAnswer retried(Attempt attempt) throws IOException {
        Duration pause = patience.firstPause();
        for (int number = 1; ; number++) {
            boolean last = number == patience.attempts();
            Duration asked = Duration.ZERO;
            try {
                RestAnswer answer = attempt.make(number);
                if (last || !answer.mayPass()) {
                    return answer;
                }
                asked = answer.askedPause();
            } catch (StoreFailure | SSLException e) {
                throw e;
            } catch (IOException e) {
                if (last) {
                    throw e;
                }
            }
            cancel.pause(shorter(longer(asked, pause), patience.longestPause()));
            pause = pause.multipliedBy(2);
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Sends a request. */
    public RestAnswer once(HttpRequest request) throws IOException {
        return once(request, ONE_ATTEMPT);
    }

    /**
     * Sends a request.
     *
     * @param longest timeout for its answer
     */
    public RestAnswer once(HttpRequest request, Duration longest) throws IOException {
        return once(request, longest, MOST_ANSWER_BYTES);
    }

    /**
     * Sends a request.
     *
     * @param mostBytes maximum length of its answer
     */
    public RestAnswer once(HttpRequest request, Duration longest, int mostBytes)
            throws IOException {
        return RestAnswer.of(
                send(request, BodyHandlers.limiting(BodyHandlers.ofString(), mostBytes), longest));
    }

    /**
     * Sends a request for a large object: the body of a successful answer is a stream, which has no
     * timeout.
     */
    public ObjectResponse open(HttpRequest request) throws IOException {
        HttpResponse<ObjectResponse.Content> response =
                send(request, info -> ObjectResponse.content(info, MOST_ANSWER_BYTES), FIRST_BYTE);
        return new ObjectResponse(
                new RestAnswer(response.statusCode(), response.body().text(), response.headers()),
                response.body().stream());
    }

    private <T> HttpResponse<T> send(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, Duration longest)
            throws IOException {
        CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, handler);
        boolean done = false;
        try {
            HttpResponse<T> response = answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
            done = true;
            return response;
        } catch (TimeoutException _) {
            throw new HttpTimeoutException("no answer within %d s".formatted(longest.toSeconds()));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException lost ? lost : new IOException(e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            if (!done) {
                answer.cancel(true);
            }
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
