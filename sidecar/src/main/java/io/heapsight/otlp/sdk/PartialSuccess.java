/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The answer of a receiver that dropped points.
 *
 * <pre>
 * ExportMetricsServiceResponse { 1: partial_success { 1: rejected_data_points, 2: error_message } }
 * </pre>
 *
 * @param message of the receiver
 * @see <a
 *     href="https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/collector/metrics/v1/metrics_service.proto">metrics_service.proto</a>
 */
record PartialSuccess(long rejectedPoints, String message) {
    static final PartialSuccess NONE = new PartialSuccess(0, "");

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED_32 = 5;
    private static final int WIRE_TYPE_BITS = 3;
    private static final int MOST_VARINT_BITS = 63;

    /** Parses an answer; returns {@link #NONE} if it is malformed. */
    static PartialSuccess parse(byte[] answer) {
        try {
            ByteBuffer in = ByteBuffer.wrap(answer);
            while (in.hasRemaining()) {
                long tag = varint(in);
                if (tag == (1 << WIRE_TYPE_BITS | BYTES)) {
                    return parse(bytes(in));
                }
                skip(in, tag);
            }
        } catch (BufferUnderflowException | IllegalArgumentException _) {
            return NONE;
        }
        return NONE;
    }

    private static PartialSuccess parse(ByteBuffer in) {
        long rejected = 0;
        String message = "";
        while (in.hasRemaining()) {
            long tag = varint(in);
            if (tag == (1 << WIRE_TYPE_BITS | VARINT)) {
                rejected = Math.max(0, varint(in));
            } else if (tag == (2 << WIRE_TYPE_BITS | BYTES)) {
                message = StandardCharsets.UTF_8.decode(bytes(in)).toString();
            } else {
                skip(in, tag);
            }
        }
        return new PartialSuccess(rejected, message);
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift <= MOST_VARINT_BITS; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number with more than 64 bits");
    }

    private static ByteBuffer bytes(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("cut off");
        }
        ByteBuffer part = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return part;
    }

    private static void skip(ByteBuffer in, long tag) {
        switch ((int) (tag & ((1 << WIRE_TYPE_BITS) - 1))) {
            case VARINT -> varint(in);
            case FIXED_64 -> in.getLong();
            case BYTES -> bytes(in);
            case FIXED_32 -> in.getInt();
            default -> throw new IllegalArgumentException("wire type");
        }
    }
}
