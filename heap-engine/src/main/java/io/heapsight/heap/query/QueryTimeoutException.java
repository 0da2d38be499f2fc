/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

/** Ends a query that took longer than it may. */
public final class QueryTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    QueryTimeoutException() {
        super("the query took longer than it may");
    }
}
