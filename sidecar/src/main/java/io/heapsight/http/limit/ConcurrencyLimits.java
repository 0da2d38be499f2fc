/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.limit;

import io.heapsight.http.route.Cost;
import io.heapsight.operation.RequestSlots;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/**
 * Limits running requests to {@value #ALL} in total. At most {@value #LONG} of them may take long,
 * so that streams never block a scrape. At most {@value #TRANSFERS} more may send files, so that
 * slow readers don't block other callers.
 */
public final class ConcurrencyLimits {
    public static final int ALL = 64;
    public static final int LONG = 16;
    public static final int TRANSFERS = 6;

    /** Thrown with status 503: retry soon. */
    public static final class Full extends ProblemException {
        Full(Problem problem) {
            super(problem);
        }
    }

    private final RequestSlots all = new RequestSlots(ALL);
    private final RequestSlots longOnes = new RequestSlots(LONG);
    private final RequestSlots transfers = new RequestSlots(TRANSFERS);

    /**
     * Acquires a slot on a virtual thread; waits a moment if necessary. Instant answers need no
     * slot.
     *
     * @return releases the slot
     * @throws Full if there is no slot
     */
    public Runnable take(Cost cost) throws Full {
        if (cost != Cost.INSTANT && !all.acquire()) {
            throw new Full(full(ALL));
        }
        return switch (cost) {
            case INSTANT -> () -> {};
            case CHEAP -> all::release;
            case STREAM, COSTLY -> also(longOnes, LONG);
            case TRANSFER -> also(transfers, TRANSFERS);
        };
    }

    private Runnable also(RequestSlots some, int limit) throws Full {
        if (!some.acquire()) {
            all.release();
            throw new Full(full(limit));
        }
        return () -> {
            some.release();
            all.release();
        };
    }

    private static Problem full(int limit) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "Too many requests at once",
                limit + " requests of this kind are running.",
                "Try again when some of them have ended.");
    }
}
