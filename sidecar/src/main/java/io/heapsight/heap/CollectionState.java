/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/** How well a collection uses what it takes. */
enum CollectionState {
    /** No element. */
    EMPTY(0),
    /** One element. */
    SINGLETON(1),
    /** Several elements, in an array with more than three times as many slots. */
    SPARSE(2),
    /** Whatever else. */
    FULL(3);

    /** How many states there are. */
    static final int COLUMNS = 4;

    private final int column;

    CollectionState(int column) {
        this.column = column;
    }

    /** Its place in a row of figures. */
    int column() {
        return column;
    }
}
