/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

/** The degree to which a collection uses its memory. */
public enum CollectionFillLevel {
    /** No element. */
    EMPTY(0),
    /** One element. */
    SINGLETON(1),
    /** Several elements, in an array with more than three times as many slots. */
    SPARSE(2),
    /** All other collections. */
    FULL(3);

    /** Number of values. */
    public static final int COLUMNS = 4;

    private final int column;

    CollectionFillLevel(int column) {
        this.column = column;
    }

    /** Returns the column of this value in a row of figures. */
    public int column() {
        return column;
    }
}
