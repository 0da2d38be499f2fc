/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static io.heapsight.unit.EventLog.field;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A time-of-day clock with intervals that stay correct when the machine's clock is set. Callers
 * store moments by {@link #nanoTime}, and use them for intervals, order and rates. One anchor maps
 * moments to the time of day. When the machine's clock is set, the anchor follows: all moments get
 * the new clock's times, and the intervals between them stay the same.
 *
 * <p>Slewing, as by NTP, moves both clocks alike. Thread-safe.
 */
public final class SteadyClock implements InstantSource {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final long MICROS_PER_MILLI = 1000;
    private static final long NANOS_PER_MICRO = 1000;
    private static final int MOST_JUMPS = 64;

    /** Smaller changes, such as a leap second, are not jumps. */
    private static final Duration LEAST_JUMP = Duration.ofSeconds(2);

    /** Maximum time between reading the two clocks; after a longer wait they can't be compared. */
    private static final Duration AT_ONCE = Duration.ofMillis(100);

    /**
     * A change of the machine's clock.
     *
     * @param nanos its moment, by {@link #nanoTime}
     * @param to the new time
     * @param by the change; negative if it was set back
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
     * A clock anchored at the current time of day.
     *
     * @param wall the machine's clock, which may be set
     * @param nanoTime such as {@link System#nanoTime}
     * @param log receives a warning of each jump
     */
    public SteadyClock(InstantSource wall, LongSupplier nanoTime, EventLog log) {
        this.wall = wall;
        this.nanoTime = nanoTime;
        this.log = log;
        this.anchorMicros = micros(wall.instant()) - micros(nanoTime.getAsLong());
    }

    /** The clock of this machine. */
    public static SteadyClock system(EventLog log) {
        return new SteadyClock(InstantSource.system(), System::nanoTime, log);
    }

    /** The current moment; never goes back. */
    public long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** The time from a moment until now. */
    public Duration since(long nanos) {
        return Duration.ofNanos(nanoTime() - nanos);
    }

    /** The time of day now. */
    @Override
    public Instant instant() {
        follow();
        return at(nanoTime());
    }

    /** The time of day of a moment, by the current anchor. */
    public Instant at(long nanos) {
        return Instant.EPOCH.plus(anchorMicros + micros(nanos), ChronoUnit.MICROS);
    }

    /** Like {@link #at}, in milliseconds since the epoch. */
    public long epochMillis(long nanos) {
        return Math.floorDiv(anchorMicros + micros(nanos), MICROS_PER_MILLI);
    }

    /** Converts several moments, all by the same setting of the clock. */
    public long[] epochMillis(long[] nanos) {
        long anchor = anchorMicros;
        return Arrays.stream(nanos)
                .map(each -> Math.floorDiv(anchor + micros(each), MICROS_PER_MILLI))
                .toArray();
    }

    /** The moment of a time of day, by the current anchor. */
    public long nanosOf(Instant time) {
        return (micros(time) - anchorMicros) * NANOS_PER_MICRO;
    }

    /** The latest changes of the machine's clock after a moment, oldest first. */
    public synchronized List<Jump> jumpsSince(long nanos) {
        return jumps.stream().filter(jump -> jump.nanos() - nanos > 0).toList();
    }

    /** Checks whether the machine's clock was set; call it regularly, to date each change. */
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
                    field("reason", jump + "; intervals between samples are unaffected"));
        }
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static long micros(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_MICRO);
    }
}
