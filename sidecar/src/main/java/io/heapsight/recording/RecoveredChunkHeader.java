/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;

/**
 * Reconstructs the header of a chunk by walking its events. Each event begins with its size and
 * type in LEB128.
 *
 * @param end of the last checkpoint or metadata event: later events lack their names
 * @param checkpoint offset of the last checkpoint; 0 if there is none
 * @param metadata offset of the last metadata event; 0 if there is none
 */
record RecoveredChunkHeader(long end, long checkpoint, long metadata) {
    private static final int METADATA_TYPE = 0;
    private static final int CHECKPOINT_TYPE = 1;

    /** Maximum total length of size and type; no event is shorter. */
    private static final int MOST_DIGITS = 9;

    private static final int PAYLOAD = 0x7f;
    private static final int MORE = 0x80;

    /** Walks from the first event to the last complete one. */
    static RecoveredChunkHeader of(SeekableByteChannel file) throws IOException {
        file.position(RecordingChunk.HEADER_BYTES);
        // Not closed, because that closes the file.
        InputStream in = new BufferedInputStream(Channels.newInputStream(file));
        long fileBytes = file.size();
        long at = RecordingChunk.HEADER_BYTES;
        RecoveredChunkHeader found = new RecoveredChunkHeader(at, 0, 0);
        while (at < fileBytes) {
            Varint size = Varint.read(in);
            Varint type = Varint.read(in);
            long rest = size.value() - size.digits() - type.digits();
            if (size.digits() == 0
                    || type.digits() == 0
                    || rest < 0
                    || size.value() > fileBytes - at) {
                break;
            }
            long next = at + size.value();
            if (type.value() == METADATA_TYPE) {
                found = new RecoveredChunkHeader(next, found.checkpoint(), at);
            } else if (type.value() == CHECKPOINT_TYPE) {
                found = new RecoveredChunkHeader(next, at, found.metadata());
            }
            in.skipNBytes(rest);
            at = next;
        }
        return found;
    }

    boolean canBeRead() {
        return checkpoint > 0 && metadata > 0;
    }

    /**
     * A number of the format.
     *
     * @param digits its length in bytes; 0 if it was cut
     */
    private record Varint(long value, int digits) {
        static Varint read(InputStream in) throws IOException {
            long value = 0;
            for (int digits = 0; digits < MOST_DIGITS; digits++) {
                int next = in.read();
                if (next < 0) {
                    break;
                }
                boolean last = digits == MOST_DIGITS - 1;
                value |= (long) (last ? next : next & PAYLOAD) << (7 * digits);
                if (last || (next & MORE) == 0) {
                    return new Varint(value, digits + 1);
                }
            }
            return new Varint(0, 0);
        }
    }
}
