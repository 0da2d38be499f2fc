/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A proxy on loopback for an HTTP service that injects faults into its connections. */
public final class FaultyProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 32 * 1024;
    private static final int MOST_HEAD_BYTES = 16 * 1024;

    /** Its treatment of a connection. */
    @FunctionalInterface
    private interface Behaviour {
        void meet(Socket caller) throws IOException;
    }

    private final InetSocketAddress service;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong sent = new AtomicLong();
    private volatile Behaviour behaviour = caller -> pump(caller, Long.MAX_VALUE, 0);

    private FaultyProxy(InetSocketAddress service, ServerSocket server) {
        this.service = service;
        this.server = server;
    }

    /** Starts a proxy for a URI. */
    public static FaultyProxy start(String uri) {
        URI to = URI.create(uri);
        try {
            FaultyProxy proxy =
                    new FaultyProxy(
                            new InetSocketAddress(to.getHost(), to.getPort()),
                            new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(proxy::serve);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String endpoint() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /** Bytes from callers to the service since the last fault was set. */
    public long bytesSent() {
        return sent.get();
    }

    /** Passes everything on. */
    public void pass() {
        become(caller -> pump(caller, Long.MAX_VALUE, 0));
    }

    /** Limits the rate to the service in bytes a second. */
    public void slow(int bytesPerSecond) {
        become(
                caller ->
                        pump(
                                caller,
                                Long.MAX_VALUE,
                                PIECE_BYTES * 1_000_000_000L / bytesPerSecond));
    }

    /** Passes only this many bytes to the service, and drops the rest silently. */
    public void holdAfter(long bytes) {
        become(caller -> pump(caller, bytes, 0));
    }

    /** Resets this many connections; passes others on. */
    public void reset(int connections) {
        first(connections, caller -> caller.setSoLinger(true, 0));
    }

    /** Answers this many requests by an error of S3; passes others on. */
    public void refuse(int requests, int status, String code) {
        first(requests, caller -> refuse(caller, status, code));
    }

    private void first(int connections, Behaviour does) {
        AtomicInteger left = new AtomicInteger(connections);
        become(
                caller -> {
                    if (left.getAndDecrement() > 0) {
                        does.meet(caller);
                    } else {
                        pump(caller, Long.MAX_VALUE, 0);
                    }
                });
    }

    private void become(Behaviour next) {
        behaviour = next;
        open.forEach(FaultyProxy::close);
        sent.set(0);
    }

    private void serve() {
        try {
            while (true) {
                Socket caller = server.accept();
                open.add(caller);
                Thread.ofVirtual().start(() -> meet(caller));
            }
        } catch (IOException _) {
            open.forEach(FaultyProxy::close); // closed by the test
        }
    }

    private void meet(Socket caller) {
        try (caller) {
            behaviour.meet(caller);
        } catch (IOException _) {
            // one of the two disconnected
        } finally {
            open.remove(caller);
        }
    }

    private void pump(Socket caller, long most, long nanosAPiece) throws IOException {
        try (Socket to = new Socket(service.getAddress(), service.getPort())) {
            open.add(to);
            Thread back = Thread.ofVirtual().start(() -> copyBack(to, caller));
            byte[] piece = new byte[PIECE_BYTES];
            InputStream in = caller.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                if (sent.get() + n > most) {
                    sent.set(most);
                    in.transferTo(OutputStream.nullOutputStream());
                    return;
                }
                LockSupport.parkNanos(nanosAPiece);
                out.write(piece, 0, n);
                sent.addAndGet(n);
            }
            to.shutdownOutput();
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copyBack(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            close(to); // one of the two disconnected
        } finally {
            open.remove(from);
        }
    }

    private static void refuse(Socket caller, int status, String code) throws IOException {
        InputStream in = caller.getInputStream();
        StringBuilder asked = new StringBuilder();
        while (!asked.toString().endsWith("\r\n\r\n") && asked.length() < MOST_HEAD_BYTES) {
            asked.append((char) in.read());
        }
        String body = "<Error><Code>" + code + "</Code><Message>told to</Message></Error>";
        String head = "HTTP/1.1 " + status + " Told\r\nContent-Type: application/xml\r\n";
        String length = "Connection: close\r\nContent-Length: " + body.length() + "\r\n\r\n";
        caller.getOutputStream().write((head + length + body).getBytes(ISO_8859_1));
        caller.shutdownOutput();
        in.transferTo(OutputStream.nullOutputStream());
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            return; // disconnected
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
