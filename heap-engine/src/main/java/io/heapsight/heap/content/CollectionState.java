/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

/** Says how well a collection uses the memory that it takes. */
public enum CollectionState {
    /** No element. */
    EMPTY(0),
    /** One element. */
    SINGLETON(1),
    /** Several elements, in an array with more than three times as many slots. */
    SPARSE(2),
    /** Whatever else. */
    FULL(3);

    /** How many states there are. */
    public static final int COLUMNS = 4;

    private final int column;

    CollectionState(int column) {
        this.column = column;
    }

    /** Its place in a row of figures. */
    public int column() {
        return column;
    }
}
