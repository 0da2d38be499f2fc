/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.summary.LeakCause;
import io.heapsight.summary.LeakCause.Certainty;

/**
 * The text of one kind of leak through a library, and the minimum numbers of objects for it.
 *
 * @param id "metrics-registry"
 * @param noun of the accumulated objects, in the plural: "meters"
 * @param some minimum number to report
 * @param many minimum number of a leak; healthy programs have fewer; {@link #BOUNDED} if the
 *     program limits the number
 * @param remedy what to do
 * @param healthy why healthy programs don't have it
 */
record LibraryLeakText(
        String id, String noun, long some, long many, String remedy, String healthy) {
    static final long BOUNDED = Long.MAX_VALUE;

    /** This kind with another bound for healthy programs. */
    LibraryLeakText withMany(long otherMany) {
        return new LibraryLeakText(id, noun, some, otherMany, remedy, healthy);
    }

    LeakCause cause(String place, String subject, String detail, long objects) {
        return new LeakCause(
                id, certainty(objects), place, subject, false, detail, objects, remedy, healthy);
    }

    private Certainty certainty(long objects) {
        if (many == BOUNDED) {
            return Certainty.BOUNDED;
        }
        return objects >= many ? Certainty.LEAK : Certainty.SHARE;
    }
}
