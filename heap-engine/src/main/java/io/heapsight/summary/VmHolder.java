/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** The parts of HotSpot that may hold objects to which nothing in a heap dump refers. */
public enum VmHolder {
    /**
     * A field of a {@code java.lang.Class} object, such as {@code reflectionData}: dumps omit
     * these.
     */
    CLASS_MIRROR("class-mirror", "fields of class objects"),
    /** HotSpot itself: its tables, its threads, the data of a class loader. */
    VM("vm", "the VM itself"),
    /** A frame of an unmounted virtual thread: dumps of JDK 19 to 21 omit these. */
    VIRTUAL_THREAD_STACK("virtual-thread-stack", "stacks of virtual threads");

    private final String id;
    private final String words;

    VmHolder(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** The name in JSON and metrics. */
    public String id() {
        return id;
    }

    /** The text in reports. */
    public String words() {
        return words;
    }
}
