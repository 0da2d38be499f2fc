/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.ServerSocket;
import java.net.Socket;

/** A channel whose peer does not read: written data waits in the ChannelOutboundBuffer. */
public final class NettyOutboundLeak {
    static Socket peer;

    public static void run() throws Exception {
        Catalogue.fill(4);
        ServerSocket server = new ServerSocket(0);
        Channel channel = new Bootstrap().group(new NioEventLoopGroup(1)).channel(NioSocketChannel.class)
                .handler(new ChannelInboundHandlerAdapter()).connect("127.0.0.1", server.getLocalPort()).sync().channel();
        peer = server.accept();
        for (int i = 0; i < 20_000; i++) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(Plant.bytes(1_200, i)));
        }
        Thread.sleep(1_500);
    }
}
