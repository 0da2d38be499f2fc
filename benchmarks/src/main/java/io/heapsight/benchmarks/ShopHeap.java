/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Dumps a heap like that of a shop's server: customers, orders, a catalogue, indexes, caches,
 * queues, graphs with cycles. Two of five customers were dropped, and no collector has run since,
 * so that they are still in the heap.
 *
 * <p>Arguments: file, number of customers. The same number gives the same objects, about 280 for
 * each customer, which are 14 KB of dump.
 */
@SuppressWarnings({
    "JdkObsolete",
    "ArrayRecordComponent",
    "UnnecessaryStringBuilder",
    "UnusedVariable"
}) // content of the dump
public final class ShopHeap {
    private static final int BATCH = 100;
    private static final String[] WORDS = {
        "amber", "basil", "cedar", "dune", "ember", "fjord", "grove", "heath", "inlet", "jetty"
    };

    private static final State[] STATES = State.values();

    private final SplittableRandom random = new SplittableRandom(42);
    private final Map<Long, Customer> byNumber = new HashMap<>();
    private final TreeMap<String, Customer> byName = new TreeMap<>();
    private final ConcurrentHashMap<String, Product> catalogue = new ConcurrentHashMap<>();
    private final Map<Long, SoftReference<byte[]>> pictures = new LinkedHashMap<>();
    private final List<WeakReference<Order>> recent = new ArrayList<>();
    private final ArrayDeque<Event> queue = new ArrayDeque<>();
    private final List<Supplier<String>> pending = new ArrayList<>();

    private enum State {
        NEW,
        PAID,
        SENT
    }

    private record Address(String street, String city, int number) {}

    private record Price(long cents, String currency) {}

    private record Line(Product product, int quantity, Price price, Optional<String> note) {}

    private record Event(Instant at, Customer customer, Object[] details) {}

    private record Product(String name, Map<String, Object> attributes, BigDecimal weight) {}

    /** A node of a graph with cycles: customers know one another. */
    private static final class Customer {
        private final long number;
        private final String name;
        private final List<Address> addresses = new ArrayList<>();
        private final List<Order> orders = new ArrayList<>();
        private final Map<String, String> settings = new HashMap<>();
        private final LinkedList<String> visited = new LinkedList<>();
        private final HashSet<Integer> likes = new HashSet<>();
        private @Nullable Customer friend;

        private Customer(long number, String name) {
            this.number = number;
            this.name = name;
        }
    }

    private static class Order {
        private final Customer customer;
        private final Line[] lines;
        private final State state;
        private final Map<String, Object> extras;

        private Order(Customer customer, Line[] lines, State state, Map<String, Object> extras) {
            this.customer = customer;
            this.lines = lines;
            this.state = state;
            this.extras = extras;
        }
    }

    private static final class ExpressOrder extends Order {
        private final double[] route;
        private final long promisedAt;

        private ExpressOrder(Order order, double[] route, long promisedAt) {
            super(order.customer, order.lines, order.state, order.extras);
            this.route = route;
            this.promisedAt = promisedAt;
        }

        private long lateness(long now) {
            return now - promisedAt - route.length;
        }
    }

    private ShopHeap() {}

    public static void main(String[] args) throws IOException {
        ShopHeap shop = new ShopHeap();
        shop.fill(Integer.parseInt(args[1]));
        OwnHeapDump.write(args[0], shop);
    }

    private void fill(int customers) {
        for (int i = 0; i < 200 + customers / 20; i++) {
            Product product = product(i);
            catalogue.put(product.name, product);
        }
        List<Product> products = List.copyOf(new TreeMap<>(catalogue).values());
        for (int first = 0; first < customers; first += BATCH) {
            List<Customer> batch = new ArrayList<>();
            for (int i = first; i < Math.min(first + BATCH, customers); i++) {
                batch.add(customer(i, products));
            }
            for (Customer customer : batch) {
                customer.friend = batch.get(random.nextInt(batch.size()));
            }
            // Cycles stay within a batch: two of five batches are garbage as a whole.
            if (first / BATCH % 5 < 3) {
                batch.forEach(this::keep);
            }
        }
    }

    private void keep(Customer customer) {
        byNumber.put(customer.number, customer);
        byName.put(customer.name, customer);
        pictures.put(customer.number, new SoftReference<>(new byte[random.nextInt(2_000)]));
        queue.add(new Event(Instant.ofEpochSecond(customer.number), customer, new Object[3]));
        customer.orders.forEach(order -> recent.add(new WeakReference<>(order)));
        Order last = customer.orders.getLast();
        pending.add(
                () ->
                        last instanceof ExpressOrder express
                                ? "late by " + express.lateness(0)
                                : customer.name + last.state + last.lines.length + last.extras);
    }

    private Product product(int number) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("colour", WORDS[number % WORDS.length]);
        attributes.put("number", number);
        attributes.put("sizes", random.ints(random.nextInt(12)).toArray());
        attributes.put("text", words(20));
        return new Product("product-" + number, attributes, BigDecimal.valueOf(number, 2));
    }

    private Customer customer(long number, List<Product> products) {
        Customer customer = new Customer(number, words(2) + " " + number);
        for (int i = random.nextInt(3); i >= 0; i--) {
            customer.addresses.add(new Address(words(2), words(1), random.nextInt(300)));
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            customer.settings.put(WORDS[i] + "." + words(1), Long.toString(random.nextInt(50)));
            customer.visited.add("/" + words(1) + "/" + random.nextInt(1_000));
            customer.likes.add(1_000 + random.nextInt(100_000));
        }
        for (int i = 2 + random.nextInt(9); i >= 0; i--) {
            customer.orders.add(order(customer, products));
        }
        return customer;
    }

    private Order order(Customer customer, List<Product> products) {
        Line[] lines = new Line[1 + random.nextInt(9)];
        for (int i = 0; i < lines.length; i++) {
            Product product = products.get(random.nextInt(products.size()));
            Optional<String> note =
                    random.nextInt(4) == 0 ? Optional.of(words(4)) : Optional.empty();
            lines[i] = new Line(product, i, new Price(random.nextLong(99_999), "EUR"), note);
        }
        Map<String, Object> extras = new HashMap<>(random.nextInt(3) * 8);
        if (random.nextBoolean()) {
            extras.put("codes", new long[] {random.nextLong(), random.nextLong()});
            extras.put("total", random.nextDouble());
            extras.put("key", new StringBuilder(words(1)).append(random.nextInt(1_000)));
        }
        Order order = new Order(customer, lines, STATES[random.nextInt(STATES.length)], extras);
        return random.nextInt(5) == 0
                ? new ExpressOrder(order, random.doubles(4).toArray(), random.nextLong())
                : order;
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(100));
        }
        return text.toString();
    }
}
