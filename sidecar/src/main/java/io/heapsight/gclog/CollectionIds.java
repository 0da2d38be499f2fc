/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.ArrayList;
import java.util.List;

/** The ids of the collections of one JVM, which begin at 0: finds those that the log lacks. */
final class CollectionIds {
    /** Concurrent cycles are logged after younger collections. */
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

    /** Returns whether they go on where those of another JVM ended: then it is the same one. */
    boolean areAfter(CollectionIds before) {
        return first > before.most && before.most >= 0 && first <= before.most + MOST_DISORDER;
    }

    /** Names missing collections, in sentences. */
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
