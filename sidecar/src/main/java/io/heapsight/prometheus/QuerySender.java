/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;

/**
 * Sends a query by POST, with retries after temporary failures: a lost connection, a cut answer,
 * 408, 429 and 5xx. Redirects are not followed.
 */
final class QuerySender implements AutoCloseable {
    private static final Duration CONNECTING = Duration.ofSeconds(10);
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int MOST_ERROR_BYTES = 16 * 1024;
    private static final QueryReply NOTHING =
            new QueryReply("", "", "", List.of(), List.of(), 0, 0);

    /** The result of an attempt. */
    private sealed interface Outcome {}

    private record Done(QueryReply reply) implements Outcome {}

    /** A failure that may pass. */
    private record Failed(ProblemException problem, Duration asked) implements Outcome {}

    private final PrometheusAddress address;
    private final RetryLimits retries;
    private final QueryResultLimits bounds;
    private final QueryFailures failures;
    private final HttpClient client;
    private final ExecutorService attempts = Executors.newVirtualThreadPerTaskExecutor();
    private final CancelSignal cancel = new CancelSignal();

    QuerySender(PrometheusAddress address, RetryLimits retries, QueryResultLimits bounds) {
        this.address = address;
        this.retries = retries;
        this.bounds = bounds;
        failures = new QueryFailures(address);
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .connectTimeout(CONNECTING);
        address.tls().ifPresent(builder::sslContext);
        client = builder.build();
    }

    /**
     * Sends a query until an attempt succeeds.
     *
     * @param path below {@code /api/v1}
     * @throws ProblemException on a permanent failure, or after the last attempt
     */
    QueryReply send(String path, Map<String, String> form) throws ProblemException {
        HttpRequest request = request(path, form);
        String promql = form.getOrDefault("query", "");
        Duration pause = retries.firstPause();
        for (int number = 1; ; number++) {
            Outcome outcome = attempt(request, promql, number);
            switch (outcome) {
                case Done done -> {
                    return done.reply();
                }
                case Failed failed -> {
                    if (number == retries.attempts()) {
                        throw failed.problem();
                    }
                    Duration wanted = failed.asked().compareTo(pause) > 0 ? failed.asked() : pause;
                    cancel.pause(
                            wanted.compareTo(retries.longestPause()) > 0
                                    ? retries.longestPause()
                                    : wanted);
                    pause = pause.multipliedBy(2);
                }
            }
        }
    }

    private HttpRequest request(String path, Map<String, String> form) throws ProblemException {
        String body =
                new TreeMap<>(form)
                        .entrySet().stream()
                                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                                .collect(Collectors.joining("&"));
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.api(path))
                        .timeout(retries.oneAttempt())
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Accept", "application/json")
                        .header("Accept-Encoding", address.isLocal() ? "identity" : "gzip")
                        .header("User-Agent", "heapsight")
                        .POST(BodyPublishers.ofString(body));
        for (Map.Entry<String, String> header : address.headers().entrySet()) {
            try {
                request.setHeader(header.getKey(), header.getValue());
            } catch (IllegalArgumentException e) {
                throw failures.header(header.getKey(), e);
            }
        }
        return request.build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Makes an attempt, which ends at its timeout even if the answer arrives byte by byte. */
    private Outcome attempt(HttpRequest request, String promql, int number)
            throws ProblemException {
        Future<Outcome> running = attempts.submit(() -> exchange(request, promql, number));
        try {
            return running.get(retries.oneAttempt().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            running.cancel(true);
            IOException slow =
                    new IOException(
                            "no complete answer within " + retries.oneAttempt().toSeconds() + " s");
            return new Failed(failures.unreachable(slow, number), Duration.ZERO);
        } catch (InterruptedException e) {
            running.cancel(true);
            Thread.currentThread().interrupt();
            throw failures.unreachable(new InterruptedIOException("interrupted"), number);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ProblemException permanent) {
                throw permanent;
            }
            throw new IllegalStateException(e);
        }
    }

    private Outcome exchange(HttpRequest request, String promql, int number)
            throws ProblemException, InterruptedException {
        try {
            HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
            try (InputStream raw = response.body();
                    InputStream body = new BoundedInput(inflated(response, raw), bounds.bytes())) {
                return outcome(response, body, promql, number);
            }
        } catch (QueryResultTooLargeException e) {
            throw failures.tooMuch(e, promql);
        } catch (SSLException e) {
            throw failures.unreachable(e, 1);
        } catch (IOException e) {
            return new Failed(failures.unreachable(e, number), Duration.ZERO);
        }
    }

    private static InputStream inflated(HttpResponse<?> response, InputStream raw)
            throws IOException {
        boolean gzip =
                response.headers()
                        .firstValue("Content-Encoding")
                        .filter("gzip"::equalsIgnoreCase)
                        .isPresent();
        return gzip ? new GZIPInputStream(raw, 1 << 16) : raw;
    }

    private Outcome outcome(HttpResponse<?> response, InputStream body, String promql, int number)
            throws IOException, ProblemException {
        int status = response.statusCode();
        boolean json =
                response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.contains("json"))
                        .isPresent();
        if (status / 100 == 3) {
            throw failures.redirected(
                    status, response.headers().firstValue("Location").orElse("nowhere"));
        }
        if (status / 100 == 2) {
            if (!json) {
                throw failures.notPrometheus(
                        "its answer is "
                                + response.headers()
                                        .firstValue("Content-Type")
                                        .orElse("without a type")
                                + ", not JSON: "
                                + start(body));
            }
            QueryReply reply = QueryReplyReader.read(body, bounds);
            if (!reply.isSuccess()) {
                throw reply.status().equals("error")
                        ? failures.query(reply, promql)
                        : failures.notPrometheus("the document has no status");
            }
            return new Done(reply);
        }
        String text = start(body);
        QueryReply said = json ? parsed(text) : NOTHING;
        if (status / 100 == 5 || status == TIMEOUT || status == TOO_MANY_REQUESTS) {
            String words = said.error().isEmpty() ? text : said.error();
            return new Failed(failures.refused(status, words, number), asked(response));
        }
        throw said.error().isEmpty()
                ? failures.refused(status, text, 1)
                : failures.query(said, promql);
    }

    private static String start(InputStream body) throws IOException {
        return new String(body.readNBytes(MOST_ERROR_BYTES), StandardCharsets.UTF_8);
    }

    private QueryReply parsed(String text) {
        try {
            return QueryReplyReader.read(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), bounds);
        } catch (IOException _) {
            return NOTHING;
        }
    }

    /** Returns the pause that {@code Retry-After} requests, in seconds; zero without one. */
    private static Duration asked(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(asked -> asked.matches("[0-9]{1,5}"))
                .map(asked -> Duration.ofSeconds(Long.parseLong(asked)))
                .orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        cancel.cancel();
        attempts.shutdownNow();
        client.shutdownNow();
    }
}
