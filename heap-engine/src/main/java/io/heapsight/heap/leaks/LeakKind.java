/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.classes.HeapClass;
import java.util.List;
import java.util.Set;

/** A kind of leak, recognized by objects of certain classes. */
public interface LeakKind {
    /**
     * Names of classes as in a dump, such as {@code "java/lang/ref/Finalizer"}. The scan includes
     * their subclasses.
     */
    Set<String> classes();

    /** Whether the scan includes objects of a class and its subclasses. */
    default boolean wants(HeapClass level) {
        return classes().contains(level.rawName());
    }

    /** Minimum reachable objects of a class; others are skipped without calling {@link #wants}. */
    default long least() {
        return 1;
    }

    /**
     * Returns whether the objects of this kind cost more outside the heap than inside, so that no
     * share is too small to report.
     */
    default boolean costsOutside() {
        return false;
    }

    /**
     * Returns whether leaks of this kind are less specific than those of other kinds. If a leak of
     * another kind overlaps with one of them, only the other is shown.
     */
    default boolean isGeneral() {
        return false;
    }

    /**
     * Looks for leaks of this kind. Called again when more referrers are known ({@link
     * LeakObjectReader#places}), so it must not keep state.
     *
     * @param found the reachable objects of {@link #classes}
     * @return empty without such a leak
     */
    List<KnownLeak> find(Instances found, LeakObjectReader heap);
}
