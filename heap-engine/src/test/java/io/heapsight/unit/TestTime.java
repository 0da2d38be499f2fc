/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Time of a test: it passes on request, and the machine's clock can be set. */
public final class TestTime {
    public static final Instant START = Instant.parse("2026-11-21T22:00:00Z");

    /** The log. */
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

    /** Sets the machine's clock. */
    public void set(Duration by) {
        wall = wall.plus(by);
    }

    /** Returns the time of the machine's clock. */
    public Instant wall() {
        return wall;
    }

    /** Returns the log lines about the clock. */
    public List<String> told() {
        return new ArrayList<>(log).stream().filter(line -> line.contains("clock set")).toList();
    }
}
