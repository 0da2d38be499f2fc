/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts class loaders by their holder: a thread, a Timer, a ThreadLocal, a shutdown hook, a
 * driver.
 */
final class LoadersByHolder {
    private static final int MOST_ENTRIES = 1 << 12;

    private final LeakObjectReader heap;
    private final List<Long> threads;
    private final Set<Long> hooks;

    LoadersByHolder(LeakObjectReader heap, List<Long> threads) {
        this.heap = heap;
        this.threads = threads;
        this.hooks = hooks(heap);
    }

    private static Set<Long> hooks(LeakObjectReader heap) {
        Set<Long> hooks = new HashSet<>();
        long table = heap.staticReference("java/lang/ApplicationShutdownHooks", "hooks");
        for (long each : heap.elements(heap.reference(table, "table"), MOST_ENTRIES)) {
            hooks.add(each);
        }
        return hooks;
    }

    /** Counts the loaders by the description of their holder: "thread price-poller". */
    Map<String, Long> of(TwinLoaders twins, LoaderHolderFinder places) {
        Map<Long, Set<String>> byLoader = new HashMap<>();
        twins.loaders().forEach(each -> byLoader.put(each, new LinkedHashSet<>()));
        threads.forEach(each -> addThread(each, byLoader));
        addDrivers(byLoader);
        for (long loader : twins.loaders()) {
            Set<String> known = byLoader.getOrDefault(loader, Set.of());
            if (known.isEmpty()) {
                dominatingThread(loader)
                        .or(() -> places.of(loader, false))
                        .or(() -> heap.place(loader))
                        .ifPresent(known::add);
            } else {
                places.of(loader, true).ifPresent(known::add);
            }
        }
        Map<String, Long> counts = new HashMap<>();
        byLoader.values().forEach(all -> all.forEach(each -> counts.merge(each, 1L, Long::sum)));
        return counts;
    }

    /** The only thread that holds a loader, through objects of its classes. */
    private Optional<String> dominatingThread(long loader) {
        int at = heap.rank(loader);
        for (int i = 0; i < MOST_ENTRIES && at != 0; i++) {
            long address = heap.address(at);
            if (threads.contains(address)) {
                return Optional.of(words(address));
            }
            at = heap.dominator(at);
        }
        return Optional.empty();
    }

    private String words(long thread) {
        String name = heap.name(heap.reference(thread, "name")).orElse("?");
        if (hooks.contains(thread)) {
            return "shutdown hook " + name;
        }
        return heap.className(thread).equals("java.util.TimerThread")
                ? "java.util.Timer " + name
                : "thread " + name;
    }

    private void addThread(long thread, Map<Long, Set<String>> byLoader) {
        String words = words(thread);
        long task = heap.reference(thread, "target");
        if (task == 0) {
            task = heap.reference(heap.reference(thread, "holder"), "task");
        }
        for (long loader :
                List.of(
                        heap.reference(thread, "contextClassLoader"),
                        heap.loaderOf(thread),
                        heap.loaderOf(task))) {
            add(loader, words, byLoader);
        }
        long map = heap.reference(thread, "threadLocals");
        for (long entry : heap.elements(heap.reference(map, "table"), MOST_ENTRIES)) {
            long value = heap.reference(entry, "value");
            if (byLoader.containsKey(heap.loaderOf(value))) {
                add(heap.loaderOf(value), threadLocal(value), byLoader);
            }
        }
    }

    private String threadLocal(long value) {
        String place = "ThreadLocal with a " + heap.className(value);
        for (HolderPlace each : heap.places(value)) {
            place = each.kind() == HolderPlace.Kind.THREAD_LOCAL ? each.text() : place;
        }
        return place;
    }

    private void addDrivers(Map<Long, Set<String>> byLoader) {
        long drivers = heap.staticReference("java/sql/DriverManager", "registeredDrivers");
        for (long each : heap.elements(heap.reference(drivers, "array"), MOST_ENTRIES)) {
            long driver = heap.reference(each, "driver");
            add(heap.loaderOf(driver), "JDBC driver " + heap.className(driver), byLoader);
        }
    }

    private static void add(long loader, String words, Map<Long, Set<String>> byLoader) {
        Set<String> all = byLoader.get(loader);
        if (all != null) {
            all.add(words);
        }
    }
}
