/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.access;

import io.heapsight.metrics.HttpCounters;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the invalid tokens of an address. After {@value #FREE} invalid tokens within {@value
 * #WINDOW_SECONDS} seconds, the address is blocked for the rest of these seconds. Its tokens are
 * not checked during that time, which makes guessing infeasible. Invalid tokens are counted, and
 * logged in one line per minute.
 *
 * <p>Thread-safe.
 */
public final class InvalidTokenLimit {
    public static final int FREE = 20;
    static final int WINDOW_SECONDS = 10;
    private static final long WINDOW_NANOS = Duration.ofSeconds(WINDOW_SECONDS).toNanos();
    private static final long LOG_NANOS = Duration.ofMinutes(1).toNanos();

    /** Maximum number of addresses; beyond it, the least recently seen one is evicted. */
    private static final int MOST_ADDRESSES = 1_024;

    /** Thrown if an address is blocked. */
    public static final class Refused extends ProblemException {
        private final Duration retryAfter;

        Refused(InetAddress address, Duration wait) {
            super(tooMany(address, wait));
            retryAfter = wait;
        }

        public Duration retryAfter() {
            return retryAfter;
        }
    }

    private static final class Guesses {
        private long since;
        private int count;
    }

    private final LongSupplier nanoTime;
    private final HttpCounters tally;
    private final EventLog log;
    private final Map<InetAddress, Guesses> byAddress =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<InetAddress, Guesses> eldest) {
                    return size() > MOST_ADDRESSES;
                }
            };
    private String lastFrom = "";
    private long untold;
    private long toldAt;

    public InvalidTokenLimit(LongSupplier nanoTime, HttpCounters tally, EventLog log) {
        this.nanoTime = nanoTime;
        this.tally = tally;
        this.log = log;
        toldAt = nanoTime.getAsLong() - LOG_NANOS;
    }

    /**
     * Checks an address before its token is checked.
     *
     * @throws Refused if the address is blocked
     */
    synchronized void check(InetAddress address) throws Refused {
        Guesses guesses = byAddress.get(address);
        if (guesses == null || guesses.count < FREE) {
            return;
        }
        long left = WINDOW_NANOS - (nanoTime.getAsLong() - guesses.since);
        if (left > 0) {
            tally.wrongToken();
            untold++;
            throw new Refused(address, Duration.ofNanos(left));
        }
    }

    /** Counts an invalid token. */
    synchronized void shown(InetAddress address) {
        long now = nanoTime.getAsLong();
        Guesses guesses = byAddress.computeIfAbsent(address, _ -> new Guesses());
        if (guesses.count == 0 || now - guesses.since >= WINDOW_NANOS) {
            guesses.since = now;
            guesses.count = 0;
        }
        guesses.count++;
        tally.wrongToken();
        untold++;
        lastFrom = address.getHostAddress();
    }

    /** Logs new entries; call it periodically. */
    public synchronized void tell() {
        long now = nanoTime.getAsLong();
        if (untold > 0 && now - toldAt >= LOG_NANOS) {
            log.warn(
                    "invalid tokens received",
                    EventLog.field("requests", untold),
                    EventLog.field("last_from", lastFrom));
            untold = 0;
            toldAt = now;
        }
    }

    private static Problem tooMany(InetAddress address, Duration wait) {
        return new Problem(
                Problem.Kind.TOO_MANY_REQUESTS,
                "Too many wrong tokens",
                "%s has sent %d invalid tokens.".formatted(address.getHostAddress(), FREE),
                "Wait for %d s, and send the token of HEAPSIGHT_TOKEN_FILE."
                        .formatted(wait.toSeconds() + 1));
    }
}
