/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A Netty echo server after 500 connections, with pooled buffers in the heap. */
public final class NettyHealthy {
    public static Object run() throws Exception {
        ServerBootstrap server = new ServerBootstrap().group(new NioEventLoopGroup(2)).channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.ALLOCATOR, new PooledByteBufAllocator(false)).childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override
                            public void channelRead(ChannelHandlerContext context, Object message) {
                                context.writeAndFlush(message);
                            }
                        });
                    }
                });
        Channel channel = server.bind(0).sync().channel();
        int port = ((InetSocketAddress) channel.localAddress()).getPort();
        for (int i = 0; i < 500; i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.getOutputStream().write(Plant.bytes(1_000, i));
                socket.getInputStream().read();
            }
        }
        return channel;
    }
}
