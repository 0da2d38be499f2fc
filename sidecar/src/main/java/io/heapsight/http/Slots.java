/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.concurrent.Semaphore;

/**
 * How many requests are worked on at once: {@value #ALL} in all, and of those {@value #LONG} that
 * may take long, so that streams never keep a scrape out.
 */
final class Slots {
    static final int ALL = 64;
    static final int LONG = 16;

    /** 503: ask again soon. */
    static final class Full extends ProblemException {
        Full(Problem problem) {
            super(problem);
        }
    }

    private final Semaphore all = new Semaphore(ALL);
    private final Semaphore longOnes = new Semaphore(LONG);

    /**
     * Takes a slot.
     *
     * @return gives it back
     * @throws Full 503
     */
    Runnable take(Cost cost) throws Full {
        if (!all.tryAcquire()) {
            throw new Full(full(ALL));
        }
        if (cost == Cost.CHEAP) {
            return all::release;
        }
        if (!longOnes.tryAcquire()) {
            all.release();
            throw new Full(full(LONG));
        }
        return () -> {
            longOnes.release();
            all.release();
        };
    }

    private static Problem full(int limit) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "Too many requests at once",
                limit + " requests of this sort are being worked on.",
                "Ask again when some of them have ended.");
    }
}
