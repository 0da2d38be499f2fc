/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

/** The part of the grid that is compared for an arm, as indexes of its start and its end. */
record ComparedWindow(int from, int to) {
    int steps() {
        return to - from;
    }
}
