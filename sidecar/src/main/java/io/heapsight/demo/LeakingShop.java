/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A demo program: a shop that leaks its order lines, about 10 MiB a minute, and also creates
 * garbage. It stops leaking before its heap is full, so that a demo can last any time.
 */
public final class LeakingShop {
    private static final int LINES_AT_START = 100_000;
    private static final int LINES_PER_TICK = 300;
    private static final int LINES_REPORTED = 5_000;
    private static final long TICK_NANOS = 100_000_000;
    private static final double FULL = 0.7;

    private final List<OrderLine> cache = new ArrayList<>();

    /** The leaked object: 56 bytes each with compressed references. */
    private static final class OrderLine {
        private final long order;
        private final long article;
        private final long price;
        private final long discount;
        private final long weight;

        OrderLine(long order, int line) {
            this.order = order;
            article = order * 31 + line;
            price = article % 10_000;
            discount = price / 10;
            weight = price % 7;
        }

        long total() {
            return price - discount + weight + (order & 1);
        }
    }

    private LeakingShop() {}

    /** Runs until it is stopped. */
    public static void main(String[] args) {
        LeakingShop shop = new LeakingShop();
        shop.sell(0, LINES_AT_START);
        System.out.println("shop open");
        for (long order = 1; ; order++) {
            if (!isFull()) {
                shop.sell(order, LINES_PER_TICK);
            }
            shop.report(order);
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    private void sell(long order, int lines) {
        for (int line = 0; line < lines; line++) {
            cache.add(new OrderLine(order, line));
        }
    }

    /** Garbage: a temporary report. */
    private void report(long order) {
        Map<String, Long> totals = new HashMap<>();
        int from = Math.max(0, cache.size() - LINES_REPORTED);
        for (OrderLine line : cache.subList(from, cache.size())) {
            totals.merge("article-" + line.article % 100, line.total(), Long::sum);
        }
        if (totals.isEmpty()) {
            throw new IllegalStateException("order " + order + " sold nothing");
        }
    }

    private static boolean isFull() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() > FULL * runtime.maxMemory();
    }
}
