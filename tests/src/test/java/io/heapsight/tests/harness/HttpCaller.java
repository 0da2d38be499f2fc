/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Calls a sidecar's HTTP API; {@code token} is sent unless it is empty. Paths start with a slash.
 */
public record HttpCaller(URI base, String token) {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(2))
                    .build();

    static boolean answers(URI uri) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build();
            return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    /** With {@code Accept: application/json}. */
    public HttpResponse<String> getJson(String path) {
        return send("GET", path, "application/json");
    }

    public HttpResponse<String> post(String path) {
        return send("POST", path, "");
    }

    /** With a body, as {@code curl --data} sends it. */
    public HttpResponse<String> post(String path, String body) {
        return send(
                "POST",
                path,
                "",
                HttpRequest.BodyPublishers.ofString(body),
                HttpResponse.BodyHandlers.ofString());
    }

    /** With a body, as {@code curl --upload-file} sends it. */
    public HttpResponse<String> put(String path, String body) {
        return send(
                "PUT",
                path,
                "",
                HttpRequest.BodyPublishers.ofString(body),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A binary answer, which may be large; the caller closes it. */
    public InputStream getStream(String path) {
        return send(
                        "GET",
                        path,
                        "",
                        HttpRequest.BodyPublishers.noBody(),
                        HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    /** Any method, with an Accept header unless {@code accept} is empty. */
    public HttpResponse<String> send(String method, String path, String accept) {
        return send(
                method,
                path,
                accept,
                HttpRequest.BodyPublishers.noBody(),
                HttpResponse.BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(
            String method,
            String path,
            String accept,
            HttpRequest.BodyPublisher body,
            HttpResponse.BodyHandler<T> answer) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .timeout(Duration.ofSeconds(60))
                        .method(method, body);
        if (!accept.isEmpty()) {
            request.header("Accept", accept);
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return CLIENT.send(request.build(), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
