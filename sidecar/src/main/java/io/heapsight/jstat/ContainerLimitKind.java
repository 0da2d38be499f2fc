/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.unit.ByteSize;

/** A limit of a container, which may change while it runs. */
public enum ContainerLimitKind {
    MEMORY("memory limit", SampleField.CONTAINER_MEMORY_LIMIT_BYTES),
    MEMORY_HIGH("memory.high", SampleField.CONTAINER_MEMORY_HIGH_BYTES),
    SOFT_MEMORY("soft memory limit", SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES),
    CPU("CPU limit", SampleField.CONTAINER_CPU_LIMIT_CORES);

    private final String label;
    private final SampleField field;

    ContainerLimitKind(String label, SampleField field) {
        this.label = label;
        this.field = field;
    }

    /** The label in documents. */
    public String label() {
        return label;
    }

    /** The field of a sample that contains its value. */
    public SampleField field() {
        return field;
    }

    /** Formats a value: "512.0 MiB", "1.5 CPUs"; "none" for NaN. */
    public String words(double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        return this == CPU ? value + " CPUs" : new ByteSize((long) value).toString();
    }
}
