/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Ways to call a server on this machine. */
abstract class CallableApi implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();

    abstract int port();

    /** Headers as {@code "Accept", "text/plain", …}. */
    HttpResponse<String> get(String path, String... headers) {
        return send(client, "GET", path, headers);
    }

    /** The undecoded bytes of the answer. */
    HttpResponse<byte[]> getBytes(String path, String... headers)
            throws IOException, InterruptedException {
        return client.send(
                request(path).headers(headers).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    HttpResponse<String> call(String method, String path, String... headers) {
        return send(client, method, path, headers);
    }

    /** Calls from a local address other than loopback, like a service mesh. */
    HttpResponse<String> getFromElsewhere(String path, String... headers) {
        try (HttpClient other =
                HttpClient.newBuilder().localAddress(InetAddress.ofLiteral("127.0.0.2")).build()) {
            return send(other, "GET", path, headers);
        }
    }

    /** Sends a request with a body. */
    HttpResponse<String> put(String path, String body) {
        return send(client, request(path).PUT(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** The same with another method. */
    HttpResponse<String> post(String path, String body) {
        return send(client, request(path).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port(), path)))
                .timeout(Duration.ofSeconds(20));
    }

    private HttpResponse<String> send(
            HttpClient from, String method, String path, String... headers) {
        HttpRequest.Builder request =
                request(path).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(from, request);
    }

    private static HttpResponse<String> send(HttpClient from, HttpRequest.Builder request) {
        HttpRequest wanted = request.build();
        try {
            return from.send(wanted, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(wanted.toString(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a connection for malformed requests; the caller closes it. */
    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends these bytes on a new connection, and reads to its end. */
    String raw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder all = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                all.append(line).append('\n');
            }
            return all.toString();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
