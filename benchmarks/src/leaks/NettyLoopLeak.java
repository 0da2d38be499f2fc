/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoop;

/** A handler blocks an event loop, and tasks accumulate in its queue. */
public final class NettyLoopLeak {
    static final DefaultEventLoopGroup GROUP = new DefaultEventLoopGroup(1);

    static final class Write implements Runnable {
        final byte[] packet;

        Write(int i) {
            packet = Plant.bytes(300, i);
        }

        @Override
        public void run() {}
    }

    public static void run() {
        EventLoop loop = GROUP.next();
        loop.execute(Plant::park);
        for (int i = 0; i < 60_000; i++) {
            loop.execute(new Write(i));
        }
    }
}
