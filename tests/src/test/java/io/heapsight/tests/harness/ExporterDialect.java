/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

/** The metric names by which pods of a {@link DialectFleet} expose their figures. */
public enum ExporterDialect {
    HEAPSIGHT("heapsight"),
    MICROMETER("micrometer"),
    CLIENT_JAVA("client-java"),
    OPENTELEMETRY("opentelemetry");

    private final String option;

    ExporterDialect(String option) {
        this.option = option;
    }

    /** The value of {@code --dialect}. */
    public String option() {
        return option;
    }

    /** The heap in use, with its labels after those of the pod. */
    String heap(String pod) {
        return switch (this) {
            case HEAPSIGHT -> "jvm_memory_used_bytes{" + pod + ",target=\"Shop\",area=\"heap\"}";
            case MICROMETER -> "jvm_memory_used_bytes{" + pod + ",area=\"heap\",id=\"G1 Old Gen\"}";
            case CLIENT_JAVA -> "jvm_memory_used_bytes{" + pod + ",area=\"heap\"}";
            case OPENTELEMETRY ->
                    "jvm_memory_used_bytes{"
                            + pod
                            + ",jvm_memory_type=\"heap\",jvm_memory_pool_name=\"G1 Old Gen\"}";
        };
    }

    /**
     * The number or the seconds of young collections.
     *
     * @param figure count or sum
     */
    String collections(String pod, String figure) {
        return switch (this) {
            case HEAPSIGHT ->
                    "jvm_gc_collection_seconds_%s{%s,target=\"Shop\",gc=\"G1 Young Generation\"}"
                            .formatted(figure, pod);
            case MICROMETER ->
                    "jvm_gc_pause_seconds_%s{%s,action=\"end of minor GC\"}".formatted(figure, pod);
            case CLIENT_JAVA ->
                    "jvm_gc_collection_seconds_%s{%s,gc=\"G1 Young Generation\"}"
                            .formatted(figure, pod);
            case OPENTELEMETRY ->
                    "jvm_gc_duration_seconds_%s{%s,jvm_gc_name=\"G1 Young Generation\"}"
                            .formatted(figure, pod);
        };
    }

    /** The CPU time, in this unit of seconds. */
    String cpu(String pod, double seconds) {
        return switch (this) {
            case HEAPSIGHT -> "process_cpu_seconds_total{" + pod + ",target=\"Shop\"} " + seconds;
            case MICROMETER -> "process_cpu_time_ns_total{" + pod + "} " + 1e9 * seconds;
            case CLIENT_JAVA -> "process_cpu_seconds_total{" + pod + "} " + seconds;
            case OPENTELEMETRY -> "jvm_cpu_time_seconds_total{" + pod + "} " + seconds;
        };
    }
}
