/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

/** The part of the grid in which an arm is compared, by the indexes of its start and its end. */
record ComparedWindow(int from, int to) {
    int steps() {
        return to - from;
    }
}
