/* SPDX-License-Identifier: Apache-2.0 */
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Unused direct buffers. */
public final class DirectLeak {
    static final List<ByteBuffer> BUFFERS = new ArrayList<>();

    public static void run() {
        for (int i = 0; i < 4_000; i++) {
            BUFFERS.add(ByteBuffer.allocateDirect(16_384));
        }
    }
}
