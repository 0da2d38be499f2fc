/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A leak suspect: objects that the program holds in one place and that take a large part of the
 * heap.
 *
 * @param address of the object in that place; empty for a group of objects
 * @param className of that object, or of the objects of the group
 * @param label as in {@link DominatorNode}
 * @param loader address of the class loader; 0 is the boot loader
 * @param instances 1, or the size of the group
 * @param share of the reachable bytes, 0 to 1
 * @param accumulation the object below the suspect at which its retained bytes spread out
 * @param path from the suspect (or the nearest holder of the accumulation point) to a GC root,
 *     which is last; empty if there is none to show
 * @param found the places that hold it, and its content
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
        HeldObjects found) {
    /** Severe suspects first, then those with a known cause, then by retained bytes. */
    public static final Comparator<Suspect> MOST_PRESSING_FIRST =
            Comparator.comparing((Suspect each) -> each.found().severity())
                    .thenComparingInt(each -> each.found().doubt())
                    .thenComparing(Comparator.comparingLong(Suspect::retainedBytes).reversed());

    /** The suspected objects. */
    public enum Kind {
        SINGLE,
        GROUP
    }

    /** An object that dominates many small objects. */
    public record Accumulation(long address, String className, long retainedBytes) {}

    /**
     * One object on the path to a GC root.
     *
     * @param via the field or index of this object that refers to the object of the previous step,
     *     such as "table" or "[17]"; empty for the first step
     * @param root the kind of root, such as "sticky class" or "local of thread main"; only for the
     *     last step
     */
    public record PathStep(
            long address, String className, Optional<String> via, Optional<String> root) {}

    public Suspect {
        path = List.copyOf(path);
    }

    /** The suspect with its known cause. */
    public Suspect withCause(long bytes, double itsShare, HeldObjects withCause) {
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

    /** The place that holds it, in the code's terms. */
    public String place() {
        List<HolderPlace> places = found.places();
        return found.cause()
                .map(LeakCause::place)
                .orElse(places.isEmpty() ? className : places.getFirst().name());
    }

    /** Returns the remedy, in sentences. */
    public String remedy() {
        return HeapRemedies.of(found);
    }

    /**
     * Returns a sentence: "com.acme.Cache.SESSIONS, a ConcurrentHashMap of 61,204 entries, holds
     * …".
     */
    public String sentence() {
        return found.sentence(this);
    }
}
