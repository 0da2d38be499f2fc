/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** What of HotSpot may hold objects that nothing in a heap dump refers to. */
public enum Holder {
    /**
     * A field of a {@code java.lang.Class} object, such as {@code reflectionData}: no dump has
     * these.
     */
    CLASS_MIRROR("class-mirror", "fields of class objects"),
    /** HotSpot itself: its tables, its threads, the data of a class loader. */
    VM("vm", "the VM itself"),
    /** A frame of a virtual thread that is not mounted: dumps of JDK 19 to 21 don't have these. */
    VIRTUAL_THREAD_STACK("virtual-thread-stack", "stacks of virtual threads");

    private final String id;
    private final String words;

    Holder(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** In JSON and metrics. */
    public String id() {
        return id;
    }

    /** In reports. */
    public String words() {
        return words;
    }
}
