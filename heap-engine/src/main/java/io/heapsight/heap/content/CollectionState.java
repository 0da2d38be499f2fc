/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

/** The degree to which a collection uses its memory. */
public enum CollectionState {
    /** No element. */
    EMPTY(0),
    /** One element. */
    SINGLETON(1),
    /** Several elements, in an array with more than three times as many slots. */
    SPARSE(2),
    /** All other states. */
    FULL(3);

    /** Number of states. */
    public static final int COLUMNS = 4;

    private final int column;

    CollectionState(int column) {
        this.column = column;
    }

    /** Returns the index of this state in a row of figures. */
    public int column() {
        return column;
    }
}
