/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

/** The kind of virtual machine that a process runs. */
public enum Vm {
    /** OpenJDK HotSpot, which is supported. */
    HOTSPOT("HotSpot"),
    /** Eclipse OpenJ9, which has no hsperfdata and another attach protocol. */
    OPENJ9("OpenJ9, which is not supported: it has no hsperfdata and another attach protocol"),
    /** A GraalVM native image; its build options select its counters and commands. */
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
