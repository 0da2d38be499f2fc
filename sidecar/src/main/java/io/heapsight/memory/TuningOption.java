/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

/**
 * A flag of the JVM or a limit of the container, and its syntax. Only this class formats an option,
 * so text, JSON and page all show the line that a JVM or a manifest accepts.
 */
public enum TuningOption {
    MAX_HEAP("-Xmx", "-Xmx%s"),
    INITIAL_HEAP("-Xms", "-Xms%s"),
    SOFT_MAX_HEAP("-XX:SoftMaxHeapSize", "-XX:SoftMaxHeapSize=%s"),
    MAX_RAM_PERCENTAGE("-XX:MaxRAMPercentage", "-XX:MaxRAMPercentage=%s"),
    MAX_DIRECT_MEMORY("-XX:MaxDirectMemorySize", "-XX:MaxDirectMemorySize=%s"),
    MAX_METASPACE("-XX:MaxMetaspaceSize", "-XX:MaxMetaspaceSize=%s"),
    METASPACE("-XX:MetaspaceSize", "-XX:MetaspaceSize=%s"),
    NATIVE_MEMORY_TRACKING("-XX:NativeMemoryTracking", "-XX:NativeMemoryTracking=%s"),
    /** The collector; its value is the whole flag, with the flag that unlocks it. */
    COLLECTOR("collector", "%s"),
    MEMORY_LIMIT("memory limit", "resources: {limits: {memory: \"%s\"}}"),
    SOFT_LIMIT("soft limit", "resources: {requests: {memory: \"%s\"}}"),
    CPU_LIMIT("cpu limit", "resources: {limits: {cpu: \"%s\"}}"),
    CPU_REQUEST("cpu request", "resources: {requests: {cpu: \"%s\"}}");

    private final String label;
    private final String form;

    TuningOption(String label, String form) {
        this.label = label;
        this.form = form;
    }

    /** Returns the name: {@code -Xmx}, {@code memory limit}. */
    public String label() {
        return label;
    }

    /** Returns the line to copy: {@code -Xmx240m}. */
    public String line(String value) {
        return form.formatted(value);
    }
}
