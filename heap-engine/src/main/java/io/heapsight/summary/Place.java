/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * Where a program holds an object, in the terms of its code.
 *
 * @param name "com.acme.SessionCache.SESSIONS" of a field, the field's name of a ThreadLocal,
 *     "com.acme.Importer.readAll(Importer.java:17)" of a local variable, the name of a thread or
 *     class
 * @param thread the thread's name of a local variable; else ""
 * @param jdk whether the code is the JDK's: a field of it is no place that a user can change
 */
public record Place(Kind kind, String name, String thread, boolean jdk) {
    /** What holds the object. */
    public enum Kind {
        STATIC_FIELD,
        FIELD,
        THREAD_LOCAL,
        LOCAL_VARIABLE,
        /** A thread, by no local variable that is known. */
        THREAD,
        CLASS_LOADER,
        /** The virtual machine: native code, a monitor. */
        VM
    }

    public static Place of(Kind kind, String name, boolean jdk) {
        return new Place(kind, name, "", jdk);
    }

    /** "`com.acme.Cache.MAP`", "ThreadLocal `com.acme.Context.CURRENT`". */
    public String text() {
        return switch (kind) {
            case STATIC_FIELD, FIELD -> name;
            case THREAD_LOCAL -> "ThreadLocal " + name;
            case LOCAL_VARIABLE -> "a local variable of " + name + ", thread " + thread;
            case THREAD -> "thread " + name;
            case CLASS_LOADER -> "class loader " + name;
            case VM -> name;
        };
    }
}
