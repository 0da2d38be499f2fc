/* SPDX-License-Identifier: Apache-2.0 */
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayDeque;
import java.util.Deque;

/** A Netty server with pooled direct buffers that keeps the last 300 answers of 100 KB. */
public final class NettyServer {
    private NettyServer() {}

    public static void main(String[] args) throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(2);
        ServerBootstrap server = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class);
        server.childHandler(new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), new Answers());
            }
        });
        server.bind(18080).sync().channel().closeFuture().sync();
    }

    private static final class Answers extends SimpleChannelInboundHandler<FullHttpRequest> {
        private static final Deque<ByteBuf> LAST = new ArrayDeque<>();

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            ByteBuf answer = context.alloc().directBuffer(100_000);
            for (int i = 0; i < 12_500; i++) {
                answer.writeLong(i);
            }
            synchronized (LAST) {
                LAST.add(answer.retainedDuplicate());
                if (LAST.size() > 300) {
                    LAST.remove().release();
                }
            }
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, answer);
            response.headers().set("content-length", answer.readableBytes());
            context.writeAndFlush(response);
        }
    }
}
