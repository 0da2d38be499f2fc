/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.limit;

import io.heapsight.http.route.Cost;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits running requests to {@value #ALL} in total. At most {@value #LONG} of them may take long,
 * so that streams never block a scrape. At most {@value #TRANSFERS} more may send files, so that
 * slow readers don't block other callers.
 */
public final class ConcurrencyLimits {
    public static final int ALL = 64;
    public static final int LONG = 16;
    public static final int TRANSFERS = 6;

    /**
     * Time to wait for a slot: a caller may send the next request before the slot of its answered
     * one is released.
     */
    private static final long PATIENCE_MILLIS = 500;

    /** Thrown with status 503: retry soon. */
    public static final class Full extends ProblemException {
        Full(Problem problem) {
            super(problem);
        }
    }

    private final Semaphore all = new Semaphore(ALL);
    private final Semaphore longOnes = new Semaphore(LONG);
    private final Semaphore transfers = new Semaphore(TRANSFERS);

    /**
     * Acquires a slot on a virtual thread; waits a moment if necessary. Instant answers need no
     * slot.
     *
     * @return releases the slot
     * @throws Full if there is no slot
     */
    public Runnable take(Cost cost) throws Full {
        if (cost != Cost.INSTANT && !acquire(all)) {
            throw new Full(full(ALL));
        }
        return switch (cost) {
            case INSTANT -> () -> {};
            case CHEAP -> all::release;
            case STREAM, COSTLY -> also(longOnes, LONG);
            case TRANSFER -> also(transfers, TRANSFERS);
        };
    }

    private Runnable also(Semaphore some, int limit) throws Full {
        if (!acquire(some)) {
            all.release();
            throw new Full(full(limit));
        }
        return () -> {
            some.release();
            all.release();
        };
    }

    private static boolean acquire(Semaphore semaphore) {
        try {
            return semaphore.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Problem full(int limit) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "Too many requests at once",
                limit + " requests of this kind are running.",
                "Try again when some of them have ended.");
    }
}
