/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What may be a leak: what the program holds in one place, and takes a large part of the heap.
 *
 * @param address of the object that the place refers to; empty for a group of objects
 * @param className of that object, or of the objects of the group
 * @param label as {@link DominatorNode} has it
 * @param loader address of the class loader; 0 is the boot loader
 * @param instances 1, or how many are in the group
 * @param share of the reachable bytes, 0 to 1
 * @param accumulation the object below the suspect where what it retains spreads out
 * @param path from the suspect (or the accumulation point's nearest holder) to a GC root, which is
 *     last; empty when there is none to show
 * @param found what was made of it: where it is held, and what
 */
public record Suspect(
        Kind kind,
        OptionalLong address,
        String className,
        Optional<String> label,
        long loader,
        long instances,
        long retainedBytes,
        double share,
        Optional<Accumulation> accumulation,
        List<PathStep> path,
        Holding found) {
    /** Severe ones first; of these those with a known cause, then those that retain most. */
    public static final Comparator<Suspect> MOST_PRESSING_FIRST =
            Comparator.comparing((Suspect each) -> each.found().severity())
                    .thenComparingInt(each -> each.found().doubt())
                    .thenComparing(Comparator.comparingLong(Suspect::retainedBytes).reversed());

    /** What is suspected. */
    public enum Kind {
        SINGLE,
        GROUP
    }

    /** Where much hangs on one object, in pieces that are small each. */
    public record Accumulation(long address, String className, long retainedBytes) {}

    /**
     * One object on the way to a GC root.
     *
     * @param via the field or index of this object that refers to the one of the step before, such
     *     as "table" or "[17]"; empty on the first step
     * @param root what makes it a root, such as "sticky class" or "local of thread main"; only on
     *     the last step
     */
    public record PathStep(
            long address, String className, Optional<String> via, Optional<String> root) {}

    public Suspect {
        path = List.copyOf(path);
    }

    /** The same, where the cause is known. */
    public Suspect withCause(long bytes, double itsShare, Holding withCause) {
        return new Suspect(
                kind,
                address,
                className,
                label,
                loader,
                instances,
                bytes,
                itsShare,
                accumulation,
                path,
                withCause);
    }

    /** Where it is held, in the code's terms. */
    public String place() {
        List<Place> places = found.places();
        return found.cause()
                .map(LeakCause::place)
                .orElse(places.isEmpty() ? className : places.getFirst().name());
    }

    /** What to do about it, in sentences. */
    public String remedy() {
        return Remedies.of(found);
    }

    /** For people: "com.acme.Cache.SESSIONS, a ConcurrentHashMap of 61,204 entries, holds …". */
    public String sentence() {
        return found.sentence(this);
    }
}
