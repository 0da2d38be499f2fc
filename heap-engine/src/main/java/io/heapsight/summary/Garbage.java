/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.unit.Labelled;
import java.util.ArrayList;
import java.util.List;

/**
 * The amount of garbage in a heap, as an interval. An unreachable object is not always garbage:
 * HotSpot holds objects by references that no dump contains. Objects that only such references may
 * hold are undecided.
 *
 * <pre>
 *   unreachable = atLeast + the totals of all undecided rows
 *   atMost      = atLeast + perhapsGarbage of these rows, unless the JVM has counted it
 * </pre>
 *
 * @param atLeast objects that HotSpot cannot hold
 * @param atMost {@code atLeast}, plus objects that HotSpot may or may not hold
 * @param undecided by holder, in the order of {@link VmHolder}; none without objects
 */
public record Garbage(Total atLeast, Total atMost, List<Undecided> undecided, Source source) {
    /** The source of the figures. */
    public enum Source implements Labelled {
        /** The references in the dump, and the rules of HotSpot. */
        DUMP,
        /** The dump and, for undecided objects, the JVM's counts before and after it. */
        HISTOGRAMS
    }

    /**
     * Objects that only one kind of holder can hold, with everything below.
     *
     * @param total all of these
     * @param perhapsGarbage those distinguished from garbage only by their content, such as a
     *     string equal to the name of a class. The others are of kinds that HotSpot always holds
     *     this way
     */
    public record Undecided(VmHolder holder, Total total, Total perhapsGarbage) {}

    public Garbage {
        undecided = List.copyOf(undecided);
    }

    /**
     * The garbage with undecided objects.
     *
     * @param atLeast the other unreachable objects
     */
    public static Garbage of(Total atLeast, List<Undecided> undecided) {
        Total atMost = atLeast;
        List<Undecided> rows = new ArrayList<>();
        for (Undecided row : undecided) {
            atMost = atMost.plus(row.perhapsGarbage());
            if (row.total().objects() > 0) {
                rows.add(row);
            }
        }
        return new Garbage(atLeast, atMost, rows, Source.DUMP);
    }

    /** All unreachable objects, as counted by Eclipse MAT. */
    public Total unreachable() {
        Total all = atLeast;
        for (Undecided row : undecided) {
            all = all.plus(row.total());
        }
        return all;
    }
}
