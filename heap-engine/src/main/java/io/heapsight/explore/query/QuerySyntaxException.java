/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** Thrown if a query is invalid; names the column of the error and the expected text. */
public final class QuerySyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final String reason;

    QuerySyntaxException(int column, String reason) {
        super("column " + column + ": " + reason);
        this.column = column;
        this.reason = reason;
    }

    /** The column, from 1. */
    public int column() {
        return column;
    }

    /** The expected text. */
    public String reason() {
        return reason;
    }
}
