/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ManagementFactory;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that listens in place of its JVM's attach listener, on JDK 17 and later. The first
 * argument selects the answer to each command: {@code endless} rows of a histogram, {@code silent},
 * {@code garbage}, {@code line}, which never ends, {@code sparse}, a heap dump of a terabyte, or
 * {@code dies} in the middle of it.
 */
public final class FakeListener {
    private static final String ROW = "   1:             1             16  com.acme.Endless\n";

    private FakeListener() {}

    public static void main(String[] args) throws Exception {
        String name = ManagementFactory.getRuntimeMXBean().getName();
        String path = "/tmp/.java_pid" + name.substring(0, name.indexOf('@'));
        // Written for JDK 8, where these don't exist.
        Class<?> address = Class.forName("java.net.UnixDomainSocketAddress");
        ProtocolFamily unix =
                (ProtocolFamily)
                        Class.forName("java.net.StandardProtocolFamily").getField("UNIX").get(null);
        ServerSocketChannel server =
                (ServerSocketChannel)
                        ServerSocketChannel.class
                                .getMethod("open", ProtocolFamily.class)
                                .invoke(null, unix);
        server.bind((SocketAddress) address.getMethod("of", String.class).invoke(null, path));
        Ready.print();
        while (true) {
            SocketChannel caller = server.accept();
            new Thread(() -> answer(caller, args[0])).start();
        }
    }

    private static void answer(SocketChannel caller, String how) {
        try (SocketChannel open = caller) {
            ByteBuffer request = ByteBuffer.allocate(4096);
            if (open.read(request) <= 0) {
                return;
            }
            switch (how) {
                case "endless":
                    write(open, "0\n");
                    while (true) {
                        write(open, ROW);
                    }
                case "line":
                    write(open, "0\n");
                    while (true) {
                        write(open, "x");
                    }
                case "sparse":
                    pretendToDump(
                            open, new String(request.array(), 0, request.position(), "UTF-8"));
                    return;
                case "dies":
                    write(open, "0\n");
                    open.write(ByteBuffer.wrap(ROW.getBytes(StandardCharsets.UTF_8)));
                    Runtime.getRuntime().halt(0);
                    return;
                case "garbage":
                    write(open, "0\n\u001b[31m{\"not\": [\"a histogram\"]}\r\n");
                    return;
                default:
                    while (open.isOpen()) {
                        LockSupport.parkNanos(1_000_000_000L);
                    }
            }
        } catch (java.io.IOException gone) {
            return; // the caller has disconnected
        }
    }

    /** A sparse file of a terabyte. */
    private static void pretendToDump(SocketChannel caller, String request)
            throws java.io.IOException {
        int path = request.indexOf('/', request.indexOf("GC.heap_dump"));
        if (!request.contains("GC.heap_dump") || path < 0) {
            write(caller, "0\n");
            return;
        }
        String file = request.substring(path, request.indexOf('\0', path));
        try (java.io.RandomAccessFile dump = new java.io.RandomAccessFile(file, "rw")) {
            dump.setLength(1L << 40);
        }
        caller.write(
                ByteBuffer.wrap(
                        "0\nHeap dump file created [1099511627776 bytes in 0.1 secs]\n"
                                .getBytes(StandardCharsets.UTF_8)));
    }

    private static void write(SocketChannel channel, String text) throws java.io.IOException {
        StringBuilder much = new StringBuilder();
        while (much.length() < 8192 && !text.equals("0\n") && text.charAt(0) != '0') {
            much.append(text);
        }
        ByteBuffer bytes =
                ByteBuffer.wrap(
                        (much.length() == 0 ? text : much.toString())
                                .getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
