/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads a JVM's reply: a line with the status, then text of any length, until the JVM closes the
 * connection. Status 0 means that the JVM accepted the command. Buffers 8 KiB.
 */
public final class AttachReply extends InputStream {
    private static final int BUFFER_BYTES = 8 * 1024;
    private static final int STATUS_DIGITS = 11;
    private static final int REFUSAL_BYTES = 2 * 1024;

    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private final UnixSocket socket;
    private final String command;
    private final Deadline deadline;
    private final String phase;

    AttachReply(UnixSocket socket, String command, Deadline deadline) {
        this.socket = socket;
        this.command = command;
        this.deadline = deadline;
        this.phase = "the target worked on " + command;
    }

    /** Reads the first line; after a status other than 0, the rest contains the reason. */
    void readStatus() throws IOException, AttachException {
        StringBuilder line = new StringBuilder();
        int c = read();
        while (c >= 0 && c != '\n' && line.length() < STATUS_DIGITS) {
            line.append((char) c);
            c = read();
        }
        if (c < 0 && line.isEmpty()) {
            throw new AttachException(
                    new AttachFailure.BadReply(
                            "the target closed the connection without an answer"));
        }
        if (c != '\n' || !line.toString().matches("-?\\d+")) {
            throw new AttachException(
                    new AttachFailure.BadReply("expected a status line, got: \"" + line + "\""));
        }
        int status = (int) Long.parseLong(line.toString());
        if (status != 0) {
            String text = new String(readNBytes(REFUSAL_BYTES), StandardCharsets.UTF_8);
            throw new AttachException(new AttachFailure.RefusedByTarget(command, status, text));
        }
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count;
    }

    private boolean fill() throws IOException {
        if (buffer.hasRemaining()) {
            return true;
        }
        try {
            socket.receive(buffer, deadline, phase);
        } catch (AttachException e) {
            throw new IOException(e.problem().detail(), e);
        }
        return buffer.hasRemaining();
    }

    /** Closes the connection; a JVM that is still writing gets EPIPE and continues. */
    @Override
    public void close() {
        socket.close();
    }
}
