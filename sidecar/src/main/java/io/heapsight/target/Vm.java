/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

/** The kind of virtual machine that a process runs. */
public enum Vm {
    /** OpenJDK's: the one that is supported. */
    HOTSPOT("HotSpot"),
    /** Eclipse OpenJ9: no hsperfdata, another attach. */
    OPENJ9("OpenJ9, which is not supported: it has no hsperfdata and another attach protocol"),
    /** A GraalVM native image: it has the counters and commands that it was built with. */
    NATIVE_IMAGE("a GraalVM native image"),
    /** A process called java, whose memory map is closed to us. */
    UNKNOWN("a JVM, judging by its command's name; its memory map is not readable");

    private final String description;

    Vm(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }
}
