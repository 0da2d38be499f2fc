/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * The strength of a reference, strongest first. Each {@code java.lang.ref} class holds its referent
 * with its own strength; every other reference is strong.
 */
public enum ReferenceStrength {
    STRONG("java/lang/Object"),
    /** Cleared when memory runs short. */
    SOFT("java/lang/ref/SoftReference"),
    /** The object lives until its finalizer has run. */
    FINALIZER("java/lang/ref/FinalReference"),
    /** Does not keep its referent alive: the next collection that finds it clears it. */
    WEAK("java/lang/ref/WeakReference"),
    PHANTOM("java/lang/ref/PhantomReference");

    private final String className;

    ReferenceStrength(String className) {
        this.className = className;
    }

    /** Returns the name of the class with references of this strength, as spelled in a dump. */
    public String className() {
        return className;
    }
}
