/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/** Says at which column a query is wrong, and what was expected there. */
public final class QuerySyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final String reason;

    QuerySyntaxException(int column, String reason) {
        super("column " + column + ": " + reason);
        this.column = column;
        this.reason = reason;
    }

    /** The first one is 1. */
    public int column() {
        return column;
    }

    /** What was expected. */
    public String reason() {
        return reason;
    }
}
