/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;

/** Answers each request with the next text; connections without a request don't count. */
final class ScriptedListener implements AutoCloseable {
    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<String> incomplete = new CopyOnWriteArrayList<>();
    private final ServerSocketChannel server;
    private final Semaphore running = new Semaphore(1);
    private volatile String enough = "";
    private volatile List<String> answers = List.of();
    private volatile boolean keepsOpen;

    ScriptedListener(Path path) throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        Thread.ofPlatform().daemon().start(this::serve);
    }

    void answers(String... texts) {
        answers = List.of(texts);
    }

    void answersAndStops(String text) {
        answers = List.of(text);
        keepsOpen = true;
    }

    void staysSilent() {
        answersAndStops("");
    }

    void stop() {
        running.acquireUninterruptibly();
    }

    void resume() {
        running.release();
    }

    void readsOnly(String part) {
        enough = part;
    }

    void awaitRequest() {
        Awaitility.await().until(() -> !requests.isEmpty());
    }

    private void serve() {
        List<SocketChannel> open = new CopyOnWriteArrayList<>();
        try {
            while (true) {
                SocketChannel channel = server.accept();
                open.add(channel);
                String request = request(channel);
                if (isComplete(request)) {
                    requests.add(request);
                    String answer = answers.get(requests.size() - 1);
                    channel.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)));
                    if (keepsOpen) {
                        continue;
                    }
                } else if (!request.isEmpty()) {
                    incomplete.add(request);
                }
                channel.close();
            }
        } catch (IOException _) {
            open.forEach(ScriptedListener::closeQuietly);
        }
    }

    /** Reads until the request is complete, as a JVM does, or the connection ends. */
    private String request(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(enough.isEmpty() ? 8192 : enough.length());
        String read = "";
        for (int n = 0; n >= 0 && !isComplete(read); ) {
            running.acquireUninterruptibly();
            n = channel.read(buffer);
            running.release();
            read = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
        }
        return read;
    }

    private boolean isComplete(String request) {
        String[] strings = request.split("\0", -1);
        if (!enough.isEmpty()) {
            return request.equals(enough);
        }
        return request.startsWith("2\0")
                ? strings.length > 2
                        && request.length()
                                == 3 + strings[1].length() + Integer.parseInt(strings[1])
                : strings.length > 5;
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
