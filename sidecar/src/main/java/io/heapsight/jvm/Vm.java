/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

/** The kind of virtual machine that a process runs. */
public enum Vm {
    /** OpenJDK HotSpot, the supported one. */
    HOTSPOT("HotSpot"),
    /** Eclipse OpenJ9: no hsperfdata, another attach. */
    OPENJ9("OpenJ9, which is not supported: it has no hsperfdata and another attach protocol"),
    /** A GraalVM native image: it has the counters and commands that it was built with. */
    NATIVE_IMAGE("a GraalVM native image"),
    /** A process called java with an unreadable memory map. */
    UNKNOWN("a JVM, judging by its command name; its memory map is not readable");

    private final String description;

    Vm(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
