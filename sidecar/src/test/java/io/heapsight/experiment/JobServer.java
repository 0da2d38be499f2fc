/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Simulates jobs of 300 records: each query completes another hundred.
 *
 * <p>{@code /start} begins one, {@code /last} answers RUNNING or DONE, {@code /metrics} is a page
 * of Prometheus; {@code /held} answers after {@link #release}, {@code /cut} never.
 */
final class JobServer implements AutoCloseable {
    private static final int RECORDS = 300;

    private final HttpServer server;
    private final CountDownLatch held = new CountDownLatch(1);
    final CountDownLatch holding = new CountDownLatch(1);
    final AtomicInteger starts = new AtomicInteger();
    private int total;
    private int left;

    JobServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/start", exchange -> answer(exchange, start()));
        server.createContext("/last", exchange -> answer(exchange, state()));
        server.createContext("/metrics", exchange -> answer(exchange, metrics()));
        server.createContext(
                "/cut",
                exchange -> {
                    start();
                    exchange.close();
                });
        server.createContext(
                "/held",
                exchange -> {
                    holding.countDown();
                    try {
                        held.await();
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    answer(exchange, start());
                });
        server.start();
    }

    void release() {
        held.countDown();
    }

    Step step(String method, String path) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return SampleSteps.request(method, url, "text/plain", method.equals("POST") ? "go" : "");
    }

    private synchronized String start() {
        left = RECORDS;
        return "job " + starts.incrementAndGet();
    }

    private synchronized String state() {
        int step = Math.min(100, left);
        left -= step;
        total += step;
        return left == 0 ? "DONE" : "RUNNING";
    }

    private synchronized String metrics() {
        String page =
                """
                # TYPE orders counter
                orders_total{of="{a\\" }"} %d
                orders_total{of="b"} 7
                orders_total_created 5
                """
                        .formatted(total);
        state();
        return page;
    }

    private void answer(HttpExchange exchange, String text) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/start/broken")) {
            exchange.sendResponseHeaders(500, -1);
        } else {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        release();
        server.stop(0);
    }
}
