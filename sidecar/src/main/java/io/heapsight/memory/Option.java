/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

/**
 * A flag of the JVM or a limit of the container, and how it is written. Nothing else writes one, so
 * that text, JSON and page show the line that a JVM or a manifest accepts.
 */
public enum Option {
    MAX_HEAP("-Xmx", "-Xmx%s"),
    INITIAL_HEAP("-Xms", "-Xms%s"),
    MAX_RAM_PERCENTAGE("-XX:MaxRAMPercentage", "-XX:MaxRAMPercentage=%s"),
    MAX_DIRECT_MEMORY("-XX:MaxDirectMemorySize", "-XX:MaxDirectMemorySize=%s"),
    MAX_METASPACE("-XX:MaxMetaspaceSize", "-XX:MaxMetaspaceSize=%s"),
    METASPACE("-XX:MetaspaceSize", "-XX:MetaspaceSize=%s"),
    NATIVE_MEMORY_TRACKING("-XX:NativeMemoryTracking", "-XX:NativeMemoryTracking=%s"),
    /** Its value is the flag itself, with the one that unlocks it. */
    COLLECTOR("collector", "%s"),
    MEMORY_LIMIT("memory limit", "resources: {limits: {memory: \"%s\"}}"),
    SOFT_LIMIT("soft limit", "resources: {requests: {memory: \"%s\"}}"),
    CPU_LIMIT("cpu limit", "resources: {limits: {cpu: \"%s\"}}");

    private final String label;
    private final String form;

    Option(String label, String form) {
        this.label = label;
        this.form = form;
    }

    /** {@code -Xmx}, {@code memory limit}. */
    public String label() {
        return label;
    }

    /** The line to copy: {@code -Xmx240m}. */
    public String line(String value) {
        return form.formatted(value);
    }
}
