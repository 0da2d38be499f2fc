/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

/** A part of a JVM's memory, in the order of the table. */
public enum MemoryPart {
    HEAP("heap", "Java heap"),
    METASPACE("metaspace", "metaspace and compressed class space"),
    CODE("code-cache", "compiled code"),
    STACKS("thread-stacks", "stacks of threads"),
    GC("gc", "card tables, bitmaps, mark stacks"),
    DIRECT("direct-buffers", "direct byte buffers and Unsafe memory"),
    NATIVE("jvm-native", "the JVM's own malloc: symbols, compilers"),
    MALLOC("malloc", "malloc arenas: small blocks, used or freed"),
    CLASS_ARCHIVE("class-archive", "class-data sharing archive"),
    LIBRARIES("libraries", "libjvm.so, libraries, programs"),
    FILES("mapped-files", "mapped files, jars, the JDK's modules"),
    SHARED("shared-memory", "shared memory and tmpfs files"),
    REST("rest", "not attributed to any other part");

    private final String label;
    private final String meaning;

    MemoryPart(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Returns the label in documents. */
    public String label() {
        return label;
    }

    public String meaning() {
        return meaning;
    }
}
