/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static io.heapsight.unit.EventLog.field;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A clock for the time of day whose intervals don't change when the machine's clock is set. What is
 * kept is the moment, by {@link #nanoTime}; intervals, orders and rates go by it. One anchor says
 * what time of day it is. When the machine's clock is set, the anchor follows: all moments are told
 * by the new clock, and what lies between two of them stays what it was.
 *
 * <p>Corrections by slewing, as NTP makes them all the time, move both clocks alike. Thread-safe.
 */
public final class SteadyClock implements InstantSource {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final long MICROS_PER_MILLI = 1000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final int MOST_JUMPS = 64;

    /** A leap second is none. */
    private static final Duration LEAST_JUMP = Duration.ofSeconds(2);

    /** Between looks at the two clocks; a thread that had to wait longer can't compare them. */
    private static final Duration AT_ONCE = Duration.ofMillis(100);

    /**
     * The machine's clock was set.
     *
     * @param nanos when, by {@link #nanoTime}
     * @param to what it was set to
     * @param by how far it went, back where negative
     */
    public record Jump(long nanos, Instant to, Duration by) {
        public boolean isBack() {
            return by.isNegative();
        }

        long seconds() {
            return Math.round(by.toMillis() / MILLIS_PER_SECOND);
        }

        /** "the clock was set back by 3600 s, to 2026-11-21T21:19:30Z". */
        @Override
        public String toString() {
            return "the clock was set %s by %d s, to %s"
                    .formatted(
                            isBack() ? "back" : "forward",
                            Math.abs(seconds()),
                            to.truncatedTo(ChronoUnit.SECONDS));
        }
    }

    private final InstantSource wall;
    private final LongSupplier nanoTime;
    private final EventLog log;
    private final List<Jump> jumps = new ArrayList<>();
    private volatile long anchorMicros;

    /**
     * A clock whose anchor is the time of day as it is now.
     *
     * @param wall the machine's clock, which may be set
     * @param nanoTime as {@link System#nanoTime}
     * @param log is told of each jump
     */
    public SteadyClock(InstantSource wall, LongSupplier nanoTime, EventLog log) {
        this.wall = wall;
        this.nanoTime = nanoTime;
        this.log = log;
        this.anchorMicros = micros(wall.instant()) - micros(nanoTime.getAsLong());
    }

    /** That of this machine. */
    public static SteadyClock system(EventLog log) {
        return new SteadyClock(InstantSource.system(), System::nanoTime, log);
    }

    /** This moment, which only goes on. */
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** From that moment until now. */
    public Duration since(long nanos) {
        return Duration.ofNanos(nanoTime() - nanos);
    }

    /** The time of day now. */
    @Override
    public Instant instant() {
        follow();
        return at(nanoTime());
    }

    /** The time of day of a moment, by the clock as it is set now. */
    public Instant at(long nanos) {
        return Instant.EPOCH.plus(anchorMicros + micros(nanos), ChronoUnit.MICROS);
    }

    /** The same in milliseconds since the epoch. */
    public long epochMillis(long nanos) {
        return Math.floorDiv(anchorMicros + micros(nanos), MICROS_PER_MILLI);
    }

    /** The moment of a time of day, by the clock as it is set now. */
    public long nanosOf(Instant time) {
        return (micros(time) - anchorMicros) * NANOS_PER_MICRO;
    }

    /** When the machine's clock was set after that moment, oldest first; the last ones. */
    public synchronized List<Jump> jumpsSince(long nanos) {
        return jumps.stream().filter(jump -> jump.nanos() - nanos > 0).toList();
    }

    /** Looks whether the machine's clock was set. Done now and then, it is seen when. */
    public synchronized void follow() {
        long before = nanoTime.getAsLong();
        Instant now = wall.instant();
        if (nanoTime.getAsLong() - before > AT_ONCE.toNanos()) {
            return;
        }
        Duration by = Duration.between(at(before), now);
        if (by.abs().compareTo(LEAST_JUMP) >= 0) {
            anchorMicros = micros(now) - micros(before);
            Jump jump = new Jump(before, now, by);
            jumps.add(jump);
            if (jumps.size() > MOST_JUMPS) {
                jumps.removeFirst();
            }
            log.warn(
                    "clock set",
                    field("seconds", jump.seconds()),
                    field("reason", jump + "; what lies between two samples is not changed by it"));
        }
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static long micros(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_MICRO);
    }
}
