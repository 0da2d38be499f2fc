/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One HTTP/1.1 connection that stays open over many requests, which a pooling client would not
 * guarantee. Answers must have a Content-Length. Not thread-safe.
 */
public final class PlainConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;
    private final String host;

    private PlainConnection(Socket socket, String host) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        this.host = host;
    }

    /**
     * One answer.
     *
     * @param status the first line
     * @param body all announced bytes
     */
    public record Answer(String status, String body) {}

    public static PlainConnection to(URI uri) throws IOException {
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return new PlainConnection(socket, uri.getAuthority());
    }

    public Answer get(String path) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        int length = -1;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring("content-length:".length()).strip());
            }
        }
        if (length < 0) {
            throw new IOException("no Content-Length: " + status);
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException(body.length + " of " + length + " bytes");
        }
        return new Answer(status, new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("closed after \"" + line + "\"");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
