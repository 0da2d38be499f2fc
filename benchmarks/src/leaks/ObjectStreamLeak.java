/* SPDX-License-Identifier: Apache-2.0 */
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;

/** An ObjectOutputStream that is never reset: it keeps a handle of each written object. */
public final class ObjectStreamLeak {
    static ObjectOutputStream out;

    static final class Quote implements Serializable {
        final byte[] bytes;

        Quote(int i) {
            bytes = Plant.bytes(150, i);
        }
    }

    static final class Nowhere extends OutputStream {
        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] b, int from, int length) {}
    }

    public static void run() throws IOException {
        out = new ObjectOutputStream(new Nowhere());
        for (int i = 0; i < 60_000; i++) {
            out.writeObject(new Quote(i));
        }
    }
}
