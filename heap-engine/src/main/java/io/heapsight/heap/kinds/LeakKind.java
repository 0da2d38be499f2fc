/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import io.heapsight.heap.classes.HeapClass;
import java.util.List;
import java.util.Set;

/** A kind of leak that is recognized by objects of certain classes. */
public interface LeakKind {
    /**
     * Names of classes as a dump spells them, such as {@code "java/lang/ref/Finalizer"}. Objects of
     * their subclasses are found, too.
     */
    Set<String> classes();

    /** Whether objects of a class, or of one that extends it, are looked at. */
    default boolean wants(HeapClass level) {
        return classes().contains(level.rawName());
    }

    /** Of a class with fewer reachable objects none is looked at; saves asking {@link #wants}. */
    default long least() {
        return 1;
    }

    /**
     * Whether its objects cost more outside of the heap than in it, so that no share is too small.
     */
    default boolean costsOutside() {
        return false;
    }

    /**
     * Whether its leaks say less than those of other kinds: where one of them holds, or is held by,
     * what another kind has found, only the other is shown.
     */
    default boolean isGeneral() {
        return false;
    }

    /**
     * Looks for leaks of this kind. Called again once more is known of who refers to an object
     * ({@link KindReader#places}): must not keep state.
     *
     * @param found the reachable objects of {@link #classes}
     * @return none where the heap has no such leak
     */
    List<FoundLeak> find(Instances found, KindReader heap);
}
