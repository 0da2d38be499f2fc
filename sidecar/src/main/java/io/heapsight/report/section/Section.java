/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import java.util.List;

/** A section of a report, independent of the output format. */
public sealed interface Section {
    /** Returns the title of the section. */
    String title();

    /** Returns an explanation for the reader; may be empty. */
    String note();

    /**
     * Rows under headings.
     *
     * @param sortable false if the order of the rows has a meaning, as in a tree
     */
    record Table(
            String title,
            String note,
            List<Column> columns,
            List<List<Cell>> rows,
            boolean sortable)
            implements Section {
        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            for (List<Cell> row : rows) {
                if (row.size() != columns.size()) {
                    throw new IllegalArgumentException(title + ": " + row + " for " + columns);
                }
            }
        }
    }

    /** Sentences, each with further lines below. */
    record Outline(String title, String note, List<Item> items) implements Section {
        public Outline {
            items = List.copyOf(items);
        }
    }

    /** A column; numbers are right-aligned. */
    record Column(String heading, boolean number) {
        public static Column number(String heading) {
            return new Column(heading, true);
        }

        public static Column words(String heading) {
            return new Column(heading, false);
        }
    }

    /** A sentence and its evidence. */
    record Item(String sentence, List<String> lines) {
        public Item {
            lines = List.copyOf(lines);
        }
    }
}
