/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.unit.Labelled;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of a heap is garbage, as an interval. Not all that a dump's references don't reach is
 * garbage: HotSpot holds objects by what no dump shows. What only that can hold is undecided.
 *
 * <pre>
 *   unreachable = atLeast + the totals of all undecided rows
 *   atMost      = atLeast + what of these rows is perhaps garbage, unless the JVM has counted it
 * </pre>
 *
 * @param atLeast what nothing that HotSpot has can hold
 * @param atMost and what may be held, but need not be
 * @param undecided by holder, in the order of {@link Holder}; none without objects
 */
public record Garbage(Total atLeast, Total atMost, List<Undecided> undecided, Source source) {
    /** Where the figures come from. */
    public enum Source implements Labelled {
        /** The references in the dump, and what is known of HotSpot. */
        DUMP,
        /** Also what the JVM counted around the dump, which decided the rest. */
        HISTOGRAMS
    }

    /**
     * What only one kind of holder can hold, with everything below it.
     *
     * @param total all of it
     * @param perhapsGarbage those that are told from garbage by their contents alone, such as a
     *     string that is equal to a class's name; the others are of a kind that is only ever held
     *     so
     */
    public record Undecided(Holder holder, Total total, Total perhapsGarbage) {}

    public Garbage {
        undecided = List.copyOf(undecided);
    }

    /**
     * Of what is undecided.
     *
     * @param atLeast what is left of the unreachable objects
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

    /** Everything that is unreachable, as Eclipse MAT counts it. */
    public Total unreachable() {
        Total all = atLeast;
        for (Undecided row : undecided) {
            all = all.plus(row.total());
        }
        return all;
    }
}
