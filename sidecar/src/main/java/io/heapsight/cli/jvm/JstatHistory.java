/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.report.JstatReport;
import io.heapsight.report.Report;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The newest rows of a watched JVM. */
final class JstatHistory {
    /** More rows than the tallest terminals show. */
    private static final int MOST_ROWS = 200;

    private final boolean keeps;
    private final Deque<String> rows = new ArrayDeque<>();
    private int pid;

    /**
     * Creates an empty history.
     *
     * @param keeps whether the text contains all rows instead of only the newest one
     */
    JstatHistory(boolean keeps) {
        this.keeps = keeps;
    }

    /**
     * The document after a refresh.
     *
     * @param newest the row that the JSON document contains
     * @param rows the newest one first
     */
    private record Rows(JstatReport newest, List<String> rows) implements Report {
        @Override
        public String text() {
            return newest.header() + "\n" + String.join("\n", rows) + "\n";
        }

        @Override
        public void writeJson(Writer out) throws IOException {
            newest.writeJson(out);
        }
    }

    /** Adds a row; a JVM with another pid begins anew. */
    Report with(JstatReport newest) {
        if (!keeps || newest.pid() != pid) {
            rows.clear();
            pid = newest.pid();
        }
        rows.addFirst(newest.row());
        if (rows.size() > MOST_ROWS) {
            rows.removeLast();
        }
        return new Rows(newest, List.copyOf(rows));
    }
}
