/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

/** Thrown if a query exceeds its time limit. */
public final class QueryTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    QueryTimeoutException() {
        super("the query exceeded its time limit");
    }
}
