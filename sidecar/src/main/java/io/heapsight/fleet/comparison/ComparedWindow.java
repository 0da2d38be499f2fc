/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.TimeGrid;

/** The part of the grid that is compared for an arm, as indexes of its start and its end. */
record ComparedWindow(int from, int to) {
    int steps() {
        return to - from;
    }

    /** Returns its times: {@code 2026-11-28T11:00:00Z to 2026-11-28T12:00:00Z}. */
    String of(TimeGrid grid) {
        return grid.at(from) + " to " + grid.at(to);
    }
}
