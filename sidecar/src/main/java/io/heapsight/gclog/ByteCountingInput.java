/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read from a file, before they are decompressed. */
final class ByteCountingInput extends FilterInputStream {
    private long count;

    ByteCountingInput(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count += value < 0 ? 0 : 1;
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count += Math.max(0, read);
        return read;
    }
}
