/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.io.IOException;

/** Thrown if a document is not a readable run, with the fault and its position. */
public final class RunFormatException extends IOException {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final String where;

    RunFormatException(String reason, String where) {
        super(reason + ", " + where);
        this.reason = reason;
        this.where = where;
    }

    /** Returns the fault. */
    public String reason() {
        return reason;
    }

    /** Returns text such as "at /samples/3/at (line 1, column 4711)". */
    public String where() {
        return where;
    }
}
