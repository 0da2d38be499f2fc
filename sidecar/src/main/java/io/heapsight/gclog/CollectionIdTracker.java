/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.ArrayList;
import java.util.List;

/**
 * Tracks the ids of one JVM's collections, which begin at 0, and finds the ids that the log lacks.
 */
final class CollectionIdTracker {
    /** A concurrent cycle is logged after collections with higher ids. */
    private static final int MOST_DISORDER = 8;

    private long most = -1;
    private long first = -1;
    private long missing;

    /** Starts the ids of another JVM. */
    void restart() {
        most = -1;
    }

    void add(long id) {
        if (id < 0) {
            return;
        }
        if (first < 0) {
            first = id;
        } else if (most >= 0 && id > most + MOST_DISORDER) {
            missing += id - most - 1;
        }
        most = Math.max(most, id);
    }

    /**
     * Returns whether an id is the first one of another JVM.
     *
     * @param mostOpen number of ids during which a cycle may run
     */
    boolean isBackAtStart(long id, int mostOpen) {
        return id == 0 && most >= mostOpen;
    }

    /** Returns whether these ids continue earlier ones: then both belong to the same JVM. */
    boolean areAfter(CollectionIdTracker before) {
        return first > before.most && before.most >= 0 && first <= before.most + MOST_DISORDER;
    }

    /** Returns sentences about missing collections. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (first > 0) {
            notes.add(
                    "The log begins with collection %d: earlier ones are missing."
                            .formatted(first));
        }
        if (missing > 0) {
            notes.add(
                    "%d collections are missing within the log, as if a rotated file is missing."
                            .formatted(missing));
        }
        return notes;
    }
}
