/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What may be a leak: one object, or many of one class, that retain a large part of the heap.
 *
 * @param address of the object; empty for a group
 * @param label as {@link DominatorNode} has it
 * @param loader address of the class loader; 0 is the boot loader
 * @param instances 1, or how many are in the group
 * @param share of the reachable bytes, 0 to 1
 * @param accumulation the object below the suspect where what it retains spreads out
 * @param path from the suspect (or the accumulation point's nearest holder) to a GC root, which is
 *     last; empty when there is none to show
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
        List<PathStep> path) {
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

    /** For people: "One com.acme.Cache retains 86.1 % of the reachable bytes, …". */
    public String sentence() {
        String what =
                switch (kind) {
                    case SINGLE -> single() + " retains";
                    case GROUP -> Thousands.of(instances) + " objects of " + className + " retain";
                };
        String where =
                accumulation
                        .filter(point -> address.orElse(-1) != point.address())
                        .map(point -> ", most of it below one " + point.className())
                        .orElse("");
        return String.format(
                Locale.ROOT, "%s %.1f %% of the reachable bytes%s.", what, 100 * share, where);
    }

    /** "Class com.acme.Shop", "The java.lang.Thread main", "One com.acme.Cache". */
    private String single() {
        if (label.isEmpty()) {
            return "One " + className;
        }
        return (className.equals("java.lang.Class") ? "Class " : "The " + className + " ")
                + label.get();
    }
}
