/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.limit;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Closes a connection with more than {@value #MOST} pending requests, because Vert.x buffers any
 * number of them.
 */
final class PipeliningLimit extends ChannelDuplexHandler {
    static final int MOST = 32;

    private final Runnable closing;
    private int waiting;
    private boolean isOver;

    private PipeliningLimit(Runnable closing) {
        this.closing = closing;
    }

    /**
     * Watches a connection.
     *
     * @param closing runs before the connection is closed
     */
    static void limit(HttpConnection connection, Runnable closing) {
        ChannelHandlerContext vertx = ((HttpServerConnection) connection).channelHandlerContext();
        vertx.pipeline().addBefore(vertx.name(), "pipelining", new PipeliningLimit(closing));
    }

    @Override
    public void channelRead(ChannelHandlerContext channel, Object message) throws Exception {
        if (message instanceof HttpRequest && ++waiting > MOST && !isOver) {
            isOver = true;
            closing.run();
            close(channel, channel.newPromise());
        }
        if (isOver) {
            ReferenceCountUtil.release(message);
        } else {
            super.channelRead(channel, message);
        }
    }

    @Override
    public void write(ChannelHandlerContext channel, Object message, ChannelPromise sent)
            throws Exception {
        if (message instanceof LastHttpContent) {
            waiting--;
        }
        super.write(channel, message, sent);
    }
}
