/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * One frame of the protocol between a worker and its parent over a pipe, in both directions:
 *
 * <pre>
 * 4 bytes   number of its request
 * 1 byte    kind, an ordinal of {@link Kind}
 * 4 bytes   bytes of the body
 *           body
 * </pre>
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // both sides are the same program
record WorkerFrame(int request, Kind kind, byte[] body) {
    private static final int MAX_BODY_BYTES = 4 * 1024 * 1024;

    /** The type of the frame. */
    enum Kind {
        /** Parent: send a command to the target. */
        COMMAND,
        /** Parent: cancel the request. */
        CANCEL,
        READ,
        /** Parent: read a file from its beginning to its end. */
        READ_ALL,
        READ_LINK,
        LIST,
        STATUS,
        IS_WRITABLE,
        DELETE,
        TRUNCATE,
        PUNCH,
        /** Parent: create a file that all users can read. */
        WRITE,
        USABLE_BYTES,
        /** Parent: find an address within the stack of each thread. */
        THREAD_ADDRESSES,
        /** Worker: a part of the reply. */
        DATA,
        /** Worker: the reply is complete. */
        END,
        /** Worker: an {@link AttachFailure}. */
        PROBLEM,
        /** Worker: the message of an IOException. */
        IO_ERROR
    }

    private static final Kind[] KINDS = Kind.values();

    /** Reads the next frame; EOFException at the end. */
    static WorkerFrame read(DataInputStream in) throws IOException {
        int request = in.readInt();
        int kind = in.readUnsignedByte();
        int length = in.readInt();
        if (kind >= KINDS.length || length < 0 || length > MAX_BODY_BYTES) {
            throw new IOException("not a frame: kind " + kind + ", " + length + " bytes");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new IOException("a frame was cut short");
        }
        return new WorkerFrame(request, KINDS[kind], body);
    }

    void write(DataOutputStream out) throws IOException {
        synchronized (out) {
            out.writeInt(request);
            out.writeByte(kind.ordinal());
            out.writeInt(body.length);
            out.write(body);
            out.flush();
        }
    }

    /** Writes fields into a body. */
    interface Fields {
        void to(DataOutputStream out) throws IOException;
    }

    /** Reads fields of a body. */
    interface Parser<T> {
        T from(DataInputStream in) throws IOException;
    }

    static WorkerFrame of(int request, Kind kind, Fields fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            fields.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return new WorkerFrame(request, kind, bytes.toByteArray());
    }

    <T> T parse(Parser<T> parser) throws IOException {
        return parser.from(new DataInputStream(new ByteArrayInputStream(body)));
    }
}
