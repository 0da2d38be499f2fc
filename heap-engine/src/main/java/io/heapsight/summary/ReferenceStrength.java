/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * How firmly a reference holds its object, the firmest first. Each {@code java.lang.ref} class
 * holds its referent in a way of its own; every other reference is strong.
 */
public enum ReferenceStrength {
    STRONG("java/lang/Object"),
    /** Cleared when memory runs short. */
    SOFT("java/lang/ref/SoftReference"),
    /** The object lives until its finalizer has run. */
    FINALIZER("java/lang/ref/FinalReference"),
    /** Holds nothing: cleared at the next collection that sees it. */
    WEAK("java/lang/ref/WeakReference"),
    PHANTOM("java/lang/ref/PhantomReference");

    private final String className;

    ReferenceStrength(String className) {
        this.className = className;
    }

    /** The class whose instances hold their referent so, as a dump spells it. */
    public String className() {
        return className;
    }
}
