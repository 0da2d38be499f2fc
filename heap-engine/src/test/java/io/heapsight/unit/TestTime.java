/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Time as a test wants it: it passes when told to, and the machine's clock can be set. */
public final class TestTime {
    public static final Instant START = Instant.parse("2026-11-21T22:00:00Z");

    /** What is logged. */
    public final List<String> log = new CopyOnWriteArrayList<>();

    public final EventLog events;
    public final SteadyClock clock;
    private final AtomicLong nanos = new AtomicLong(1_000_000_007);
    private volatile Instant wall;

    public TestTime() {
        this(START);
    }

    public TestTime(Instant start) {
        wall = start;
        events = new EventLog(log::add, EventLog.Format.TEXT, () -> wall);
        clock = new SteadyClock(() -> wall, nanos::get, events);
    }

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wall = wall.plus(time);
    }

    /** The machine's clock is set. */
    public void set(Duration by) {
        wall = wall.plus(by);
    }

    /** What the machine's clock shows. */
    public Instant wall() {
        return wall;
    }

    /** Those lines of the log that tell of the clock. */
    public List<String> told() {
        return new ArrayList<>(log).stream().filter(line -> line.contains("clock set")).toList();
    }
}
