/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

/**
 * Bounds of the result of one query, which protect this process's memory.
 *
 * @param series maximum number of series
 * @param points maximum number of points of all series
 * @param bytes maximum length of an answer
 */
record QueryResultLimits(int series, int points, long bytes) {
    static final int MOST_SERIES = 50_000;
    static final int MOST_POINTS = 4_000_000;

    static final QueryResultLimits USUAL =
            new QueryResultLimits(MOST_SERIES, MOST_POINTS, 1L << 30);
}
