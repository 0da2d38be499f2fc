/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * The place at which a program holds an object, in the terms of its code.
 *
 * @param name "com.acme.SessionCache.SESSIONS" for a field, the name of the field for a
 *     ThreadLocal, "com.acme.Importer.readAll(Importer.java:17)" for a local variable, the name of
 *     a thread or class
 * @param thread the name of the thread for a local variable, "" if several threads have it; else ""
 * @param jdk whether the code belongs to the JDK, where a user cannot change it
 */
public record HolderPlace(Kind kind, String name, String thread, boolean jdk) {
    /** Several places, none of them significant. */
    public static final HolderPlace SEVERAL = of(Kind.VM, "several places", true);

    /** The kind of holder. */
    public enum Kind {
        STATIC_FIELD,
        FIELD,
        THREAD_LOCAL,
        LOCAL_VARIABLE,
        /** A thread, without a known local variable. */
        THREAD,
        CLASS_LOADER,
        /** The virtual machine: native code or a monitor. */
        VM
    }

    public static HolderPlace of(Kind kind, String name, boolean jdk) {
        return new HolderPlace(kind, name, "", jdk);
    }

    /** Returns the same place, without the thread of a local variable. */
    public HolderPlace inAnyThread() {
        return thread.isEmpty() ? this : new HolderPlace(kind, name, "", jdk);
    }

    /** Whether it is a local variable of several threads. */
    public boolean isInSeveralThreads() {
        return kind == Kind.LOCAL_VARIABLE && thread.isEmpty();
    }

    /** "`com.acme.Cache.MAP`", "ThreadLocal `com.acme.Context.CURRENT`". */
    public String text() {
        return switch (kind) {
            case STATIC_FIELD, FIELD -> name;
            case THREAD_LOCAL -> "ThreadLocal " + name;
            case LOCAL_VARIABLE ->
                    "a local variable of " + name + (thread.isEmpty() ? "" : ", thread " + thread);
            case THREAD -> "thread " + name;
            case CLASS_LOADER -> "class loader " + name;
            case VM -> name;
        };
    }
}
