/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import io.heapsight.perfdata.CounterUnit;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.PerfCounter;
import io.heapsight.perfdata.StringCounter;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The counters of a JVM, written in HotSpot's order; each can be removed, or changed while it is
 * read.
 */
final class SimulatedJvm implements Counters {
    private static final long TICKS_PER_MILLI = 1_000_000;

    /** HotSpot's timer begins before the entry is written, and ends after the exit. */
    private static final long OVERHEAD = 700;

    private final Map<String, PerfCounter> counters = new HashMap<>();
    final Map<String, Long> numbers = new HashMap<>();
    final Map<String, String> texts = new HashMap<>();
    long clock = 5_000 * TICKS_PER_MILLI;
    private final boolean isSyncInTime;
    private String watched = "";
    private int readsLeft;
    private Runnable atRead = () -> {};
    Runnable atNextCause = () -> {};

    SimulatedJvm(String version, String policy) {
        set("sun.os.hrt.frequency", 1000 * TICKS_PER_MILLI);
        set("java.property.java.vm.specification.version", version);
        set("sun.gc.policy.name", policy);
        set("sun.gc.cause", "No GC");
        set("sun.gc.lastCause", "No GC");
        isSyncInTime = version.equals("1.8") || version.equals("11");
        set("sun.rt.safepoints", 0);
        set("sun.rt.safepointSyncTime", 0);
        set("sun.rt.safepointTime", 0);
        for (int i = 0; i <= 2; i++) {
            for (String name : List.of("invocations", "lastEntryTime", "lastExitTime")) {
                set(name(i, name), 0);
            }
            set(name(i, "time"), 0);
        }
    }

    static SimulatedJvm g1() {
        return new SimulatedJvm("25", "GarbageFirst");
    }

    static String name(int collector, String counter) {
        return "sun.gc.collector." + collector + "." + counter;
    }

    void set(String name, long value) {
        numbers.put(name, value);
        counters.put(name, new Counter(name, () -> read(name)));
    }

    private long read(String name) {
        if (name.equals(watched) && --readsLeft == 0) {
            atRead.run();
        }
        return numbers.getOrDefault(name, 0L);
    }

    /** Does something at one of the next reads of a counter. */
    void whenRead(String name, int read, Runnable task) {
        watched = name;
        readsLeft = read;
        atRead = task;
    }

    void set(String name, String value) {
        texts.put(name, value);
        counters.put(name, new Text(name, this));
    }

    void remove(String name) {
        counters.remove(name);
    }

    void add(String name, long more) {
        numbers.merge(name, more, Long::sum);
    }

    /** A collection, with the time until the next one. */
    void collect(int collector, String cause, double millis) {
        begin(cause);
        pause(collector, millis);
        end(cause);
        pass(30);
    }

    void pass(double millis) {
        clock += (long) (millis * TICKS_PER_MILLI);
    }

    void begin(String cause) {
        texts.put("sun.gc.lastCause", texts.getOrDefault("sun.gc.cause", ""));
        texts.put("sun.gc.cause", cause);
    }

    void end(String cause) {
        texts.put("sun.gc.lastCause", cause);
        texts.put("sun.gc.cause", "No GC");
    }

    void pause(int collector, double millis) {
        enter(collector);
        pass(millis);
        leave(collector, millis);
    }

    void enter(int collector) {
        add(name(collector, "invocations"), 1);
        numbers.put(name(collector, "lastEntryTime"), clock);
    }

    void leave(int collector, double millis) {
        numbers.put(name(collector, "lastExitTime"), clock);
        add(name(collector, "time"), (long) (millis * TICKS_PER_MILLI) + OVERHEAD);
    }

    @Override
    public @Nullable PerfCounter find(String name) {
        return counters.get(name);
    }

    @Override
    public Collection<PerfCounter> all() {
        return counters.values();
    }

    /** A safepoint, with the time until the next one. */
    void stop(double syncMillis, double millis) {
        request();
        synchronize(syncMillis);
        resume(syncMillis, millis);
        pass(30);
    }

    void request() {
        add("sun.rt.safepoints", 1);
    }

    void synchronize(double millis) {
        pass(millis);
        add("sun.rt.safepointSyncTime", (long) (millis * TICKS_PER_MILLI));
    }

    void resume(double syncMillis, double millis) {
        pass(millis);
        double counted = isSyncInTime ? syncMillis + millis : millis;
        add("sun.rt.safepointTime", (long) (counted * TICKS_PER_MILLI));
    }

    /** A collection in its safepoint. */
    void collectAtSafepoint(int collector, String cause, double millis) {
        request();
        synchronize(0.1);
        begin(cause);
        pause(collector, millis);
        end(cause);
        resume(0.1, 0.2 + millis);
        pass(30);
    }

    private record Counter(String name, LongSupplier source) implements LongCounter {
        @Override
        public long value() {
            return source.getAsLong();
        }

        @Override
        public CounterUnit units() {
            return CounterUnit.TICKS;
        }
    }

    private record Text(String name, SimulatedJvm jvm) implements StringCounter {
        @Override
        public String value() {
            String value = jvm.texts.getOrDefault(name, "");
            if (name.equals("sun.gc.lastCause")) {
                Runnable change = jvm.atNextCause;
                jvm.atNextCause = () -> {};
                change.run();
            }
            return value;
        }
    }
}
