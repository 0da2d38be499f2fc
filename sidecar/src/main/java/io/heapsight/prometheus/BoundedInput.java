/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a server's answer; throws an exception beyond a maximum length. */
final class BoundedInput extends FilterInputStream {
    private final long most;
    private long left;

    BoundedInput(InputStream in, long most) {
        super(in);
        this.most = most;
        left = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = in.read(to, offset, length);
        left -= Math.max(0, count);
        if (left < 0) {
            throw new QueryResultTooLargeException("more than %,d bytes".formatted(most));
        }
        return count;
    }
}
