/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.upload;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A storage that treats each connection by its script; the last line repeats. */
public final class ScriptedStorage implements AutoCloseable {
    /** Behaviour on one connection. */
    @FunctionalInterface
    public interface Step {
        void serve(Connection connection) throws IOException;
    }

    /** The head of a request. */
    public record Head(String line, Map<String, String> fields) {
        public long length() {
            return Long.parseLong(fields.get("content-length"));
        }
    }

    /** A connection after the head of its request. */
    public record Connection(Head head, InputStream in, OutputStream out, List<byte[]> stored) {
        public void asksForBody() throws IOException {
            if (head.fields().containsKey("expect")) {
                write("HTTP/1.1 100 Continue\r\n\r\n");
            }
        }

        public void stores() throws IOException {
            asksForBody();
            stored.add(in.readNBytes((int) head.length()));
            answers("200 OK", "");
        }

        public void answers(String status, String body) throws IOException {
            write(
                    "HTTP/1.1 "
                            + status
                            + "\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
    }

    /** The heads of all requests, and the stored bodies. */
    public final List<Head> heads = new CopyOnWriteArrayList<>();

    public final List<byte[]> stored = new CopyOnWriteArrayList<>();
    private final ServerSocket server;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<Step> script;

    private ScriptedStorage(ServerSocket server, Step... script) {
        this.server = server;
        this.script = new ArrayList<>(List.of(script));
    }

    public static ScriptedStorage of(Step... script) {
        try {
            return on(new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1")), script);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ScriptedStorage on(ServerSocket server, Step... script) {
        ScriptedStorage storage = new ScriptedStorage(server, script);
        Thread.ofPlatform().daemon().start(storage::accept);
        return storage;
    }

    public int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                open.add(socket);
                Step step = script.size() > 1 ? script.removeFirst() : script.getFirst();
                Thread.ofPlatform().daemon().start(() -> serve(socket, step));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket, Step step) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            Head head = readHead(in);
            heads.add(head);
            step.serve(new Connection(head, in, socket.getOutputStream(), stored));
        } catch (IOException _) {
            return; // the client decides
        }
    }

    private static Head readHead(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("no request");
            }
            text.append((char) next);
        }
        List<String> lines = text.toString().lines().toList();
        Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        lines.stream()
                .skip(1)
                .filter(line -> line.contains(": "))
                .forEach(
                        line -> {
                            String[] pair = line.split(": ", 2);
                            fields.put(pair[0], pair[1]);
                        });
        return new Head(lines.getFirst(), fields);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
