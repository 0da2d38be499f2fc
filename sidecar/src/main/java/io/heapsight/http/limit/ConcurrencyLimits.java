/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.limit;

import io.heapsight.http.route.Cost;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits running requests: {@value #ALL} in total, of which {@value #LONG} may take long, so that
 * streams never block a scrape; and {@value #TRANSFERS} that send files, so that slow readers block
 * no one else.
 */
public final class ConcurrencyLimits {
    public static final int ALL = 64;
    public static final int LONG = 16;
    public static final int TRANSFERS = 6;

    /**
     * A caller that has its answer may send the next request before the slot of the last one is
     * given back.
     */
    private static final long PATIENCE_MILLIS = 500;

    /** 503: retry soon. */
    public static final class Full extends ProblemException {
        Full(Problem problem) {
            super(problem);
        }
    }

    private final Semaphore all = new Semaphore(ALL);
    private final Semaphore longOnes = new Semaphore(LONG);
    private final Semaphore transfers = new Semaphore(TRANSFERS);

    /**
     * Acquires a slot, waiting a moment if necessary, on a virtual thread. Instant answers need
     * none.
     *
     * @return releases it
     * @throws Full 503
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
