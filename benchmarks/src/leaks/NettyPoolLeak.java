/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/** Pooled buffers that are never released: the pool allocates chunk after chunk. */
public final class NettyPoolLeak {
    static final PooledByteBufAllocator ALLOCATOR = new PooledByteBufAllocator(false);

    public static void run() {
        for (int i = 0; i < 2_000; i++) {
            ByteBuf leaked = ALLOCATOR.heapBuffer(16_384);
            leaked.writeBytes(Plant.bytes(12_000, i));
        }
    }
}
