/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static io.heapsight.fleet.MetricQuery.max;
import static io.heapsight.fleet.MetricQuery.sum;
import static io.heapsight.fleet.MetricQuery.sumOfNanos;
import static io.heapsight.fleet.MetricQuery.sumOfPositive;
import static io.heapsight.fleet.PodFigure.ALLOCATED_BYTES;
import static io.heapsight.fleet.PodFigure.ANON_BYTES;
import static io.heapsight.fleet.PodFigure.CLASSES_LOADED;
import static io.heapsight.fleet.PodFigure.CLASS_SPACE_USED_BYTES;
import static io.heapsight.fleet.PodFigure.CONCURRENT_CYCLES;
import static io.heapsight.fleet.PodFigure.CONCURRENT_SECONDS;
import static io.heapsight.fleet.PodFigure.CONTAINER_USAGE_BYTES;
import static io.heapsight.fleet.PodFigure.CPU_LIMIT_CORES;
import static io.heapsight.fleet.PodFigure.CPU_PERIODS;
import static io.heapsight.fleet.PodFigure.CPU_SECONDS;
import static io.heapsight.fleet.PodFigure.DIRECT_BUFFER_BYTES;
import static io.heapsight.fleet.PodFigure.FULL_GCS;
import static io.heapsight.fleet.PodFigure.FULL_GC_SECONDS;
import static io.heapsight.fleet.PodFigure.GC_CPU_SECONDS;
import static io.heapsight.fleet.PodFigure.GC_LONGEST_PAUSE_SECONDS;
import static io.heapsight.fleet.PodFigure.GC_PAUSES;
import static io.heapsight.fleet.PodFigure.GC_PAUSE_SECONDS;
import static io.heapsight.fleet.PodFigure.HEAP_AFTER_GC_BYTES;
import static io.heapsight.fleet.PodFigure.HEAP_COMMITTED_BYTES;
import static io.heapsight.fleet.PodFigure.HEAP_MAX_BYTES;
import static io.heapsight.fleet.PodFigure.HEAP_USED_BYTES;
import static io.heapsight.fleet.PodFigure.IO_WRITE_BYTES;
import static io.heapsight.fleet.PodFigure.KERNEL_BYTES;
import static io.heapsight.fleet.PodFigure.MEMORY_LIMIT_BYTES;
import static io.heapsight.fleet.PodFigure.METASPACE_COMMITTED_BYTES;
import static io.heapsight.fleet.PodFigure.METASPACE_USED_BYTES;
import static io.heapsight.fleet.PodFigure.OOM_KILLS;
import static io.heapsight.fleet.PodFigure.RESIDENT_BYTES;
import static io.heapsight.fleet.PodFigure.SHARED_HEAP_BYTES;
import static io.heapsight.fleet.PodFigure.START_SECONDS;
import static io.heapsight.fleet.PodFigure.THREADS;
import static io.heapsight.fleet.PodFigure.THROTTLED_PERIODS;
import static io.heapsight.fleet.PodFigure.THROTTLED_SECONDS;
import static io.heapsight.fleet.PodFigure.WORKING_SET_BYTES;

import java.util.EnumMap;
import java.util.Map;

/**
 * Defines the PromQL queries of each dialect.
 *
 * <p>Three exporters have a metric {@code jvm_memory_used_bytes} with a label {@code area}. The
 * sidecar's has a label {@code target}, Micrometer's {@code id}, and client_java's neither.
 *
 * @see <a href="https://docs.micrometer.io/micrometer/reference/reference/jvm.html">Micrometer</a>
 * @see <a href="https://prometheus.github.io/client_java/instrumentation/jvm/">client_java</a>
 * @see <a href="https://opentelemetry.io/docs/specs/semconv/runtime/jvm-metrics/">OpenTelemetry</a>
 */
final class DialectQueries {
    /** Series of a target, and not of the sidecar itself. */
    static final String OF_TARGET = "target!=\"\"";

    private static final String HEAP = "area=\"heap\"";
    private static final String FULL = "G1 Old Generation|PS MarkSweep|MarkSweepCompact";
    private static final String BESIDE = ".*Concurrent.*|.*Cycles|ConcurrentMarkSweep";
    private static final String SURVIVED = "(?i).*(survivor|old gen|tenured).*";

    /**
     * Pools of objects that outlive collections; the value of a pool is from its last collection.
     * Survivor spaces would count without the old generation until the old generation is collected.
     */
    private static final String KEPT = "(?i)(.*(old gen|tenured).*|zgc young.*|zheap|shenandoah.*)";

    /** Pools of ZGC, which maps its heap from shared memory. */
    private static final String SHARED = "ZHeap|ZGC .*";

    /** Pools that report the maximum of the whole heap, as the old generation does. */
    private static final String SECOND = "(ZGC|Shenandoah) Young.*";

    private static final String YOUNG = "(?i).*eden.*";

    private DialectQueries() {}

    /** Returns the buckets of the durations of collections, without concurrent ones. */
    static MetricQuery openTelemetryPauses() {
        return sum("jvm_gc_duration_seconds_bucket", not("jvm_gc_name", BESIDE));
    }

    /**
     * The sidecar's names.
     *
     * @param prefix of families that other exporters have, too
     * @param own a matcher of targets, which matches neither series of other exporters nor series
     *     of the sidecar's own process
     */
    static Map<PodFigure, MetricQuery> heapsight(String prefix, String own) {
        String and = own + ",";
        String jvm = prefix + "jvm_";
        String process = prefix + "process_";
        Map<PodFigure, MetricQuery> queries = collections(jvm, and, "gc");
        queries.put(START_SECONDS, max(process + "start_time_seconds", own));
        queries.put(CPU_SECONDS, sum(process + "cpu_seconds_total", own));
        queries.put(RESIDENT_BYTES, sum(process + "resident_memory_bytes", own));
        queries.put(IO_WRITE_BYTES, sum(process + "io_write_bytes_total", own));
        queries.put(HEAP_USED_BYTES, sum(jvm + "memory_used_bytes", and + HEAP));
        queries.put(HEAP_COMMITTED_BYTES, sum(jvm + "memory_committed_bytes", and + HEAP));
        queries.put(HEAP_MAX_BYTES, sum(jvm + "memory_max_bytes", and + HEAP));
        queries.put(
                HEAP_AFTER_GC_BYTES,
                sum(jvm + "memory_pool_used_bytes", and + "pool=~\"" + SURVIVED + "\""));
        queries.put(
                SHARED_HEAP_BYTES,
                sum(jvm + "memory_pool_committed_bytes", and + is("pool", SHARED)));
        queries.put(ALLOCATED_BYTES, sum(jvm + "memory_allocated_bytes_total", own));
        queries.put(GC_CPU_SECONDS, sum(jvm + "gc_cpu_seconds_total", own));
        pools(
                queries,
                jvm + "memory_pool_used_bytes",
                jvm + "memory_pool_committed_bytes",
                and,
                "pool");
        queries.put(CLASSES_LOADED, sum(jvm + "classes_currently_loaded", own));
        queries.put(THREADS, sum(jvm + "threads_current", own));
        String container = "heapsight_container_";
        queries.put(CONTAINER_USAGE_BYTES, max(container + "memory_usage_bytes", ""));
        queries.put(WORKING_SET_BYTES, max(container + "memory_working_set_bytes", ""));
        queries.put(ANON_BYTES, max(container + "memory_anon_bytes", ""));
        queries.put(KERNEL_BYTES, max(container + "memory_kernel_bytes", ""));
        queries.put(MEMORY_LIMIT_BYTES, max(container + "memory_limit_bytes", ""));
        queries.put(CPU_LIMIT_CORES, max(container + "cpu_limit_cores", ""));
        queries.put(CPU_PERIODS, max(container + "cpu_periods_total", ""));
        queries.put(THROTTLED_PERIODS, max(container + "cpu_throttled_periods_total", ""));
        queries.put(THROTTLED_SECONDS, max(container + "cpu_throttled_seconds_total", ""));
        queries.put(OOM_KILLS, max(container + "memory_oom_kills_total", ""));
        return queries;
    }

    static Map<PodFigure, MetricQuery> clientJava() {
        String own = "target=\"\"";
        Map<PodFigure, MetricQuery> queries = collections("jvm_", own + ",", "gc");
        prometheusClient(queries, own);
        String plain = HEAP + ",target=\"\",id=\"\"";
        queries.put(HEAP_USED_BYTES, sum("jvm_memory_used_bytes", plain));
        queries.put(HEAP_COMMITTED_BYTES, sum("jvm_memory_committed_bytes", plain));
        queries.put(HEAP_MAX_BYTES, sumOfPositive("jvm_memory_max_bytes", plain));
        queries.put(
                SHARED_HEAP_BYTES,
                sum("jvm_memory_pool_committed_bytes", own + "," + is("pool", SHARED)));
        pools(
                queries,
                "jvm_memory_pool_used_bytes",
                "jvm_memory_pool_committed_bytes",
                own + ",",
                "pool");
        queries.put(CLASSES_LOADED, sum("jvm_classes_currently_loaded", own));
        return queries;
    }

    static Map<PodFigure, MetricQuery> simpleclient() {
        Map<PodFigure, MetricQuery> queries = collections("jvm_", "", "gc");
        prometheusClient(queries, "");
        queries.put(HEAP_USED_BYTES, sum("jvm_memory_bytes_used", HEAP));
        queries.put(HEAP_COMMITTED_BYTES, sum("jvm_memory_bytes_committed", HEAP));
        queries.put(HEAP_MAX_BYTES, sumOfPositive("jvm_memory_bytes_max", HEAP));
        queries.put(SHARED_HEAP_BYTES, sum("jvm_memory_pool_bytes_committed", is("pool", SHARED)));
        pools(queries, "jvm_memory_pool_bytes_used", "jvm_memory_pool_bytes_committed", "", "pool");
        queries.put(CLASSES_LOADED, sum("jvm_classes_loaded", ""));
        return queries;
    }

    static Map<PodFigure, MetricQuery> micrometer() {
        Map<PodFigure, MetricQuery> queries = new EnumMap<>(PodFigure.class);
        queries.put(START_SECONDS, max("process_start_time_seconds", ""));
        queries.put(CPU_SECONDS, sumOfNanos("process_cpu_time_ns_total"));
        String heap = HEAP + ",id!=\"\"";
        queries.put(HEAP_USED_BYTES, sum("jvm_memory_used_bytes", heap));
        queries.put(HEAP_COMMITTED_BYTES, sum("jvm_memory_committed_bytes", heap));
        queries.put(
                HEAP_MAX_BYTES,
                sumOfPositive("jvm_memory_max_bytes", heap + "," + not("id", SECOND)));
        queries.put(
                SHARED_HEAP_BYTES,
                sum("jvm_memory_committed_bytes", HEAP + "," + is("id", SHARED)));
        queries.put(HEAP_AFTER_GC_BYTES, sumOfPositive("jvm_gc_live_data_size_bytes", ""));
        queries.put(ALLOCATED_BYTES, sum("jvm_gc_memory_allocated_bytes_total", ""));
        String major = "action=\"end of major GC\"";
        MetricQuery pauses = sum("jvm_gc_pause_seconds_count", "action!=\"end of major GC\"");
        queries.put(GC_PAUSE_SECONDS, sum("jvm_gc_pause_seconds_sum", ""));
        queries.put(GC_PAUSES, pauses);
        queries.put(FULL_GCS, sum("jvm_gc_pause_seconds_count", major).zeroWith(pauses));
        queries.put(FULL_GC_SECONDS, sum("jvm_gc_pause_seconds_sum", major).zeroWith(pauses));
        queries.put(GC_LONGEST_PAUSE_SECONDS, max("jvm_gc_pause_seconds_max", ""));
        queries.put(CONCURRENT_CYCLES, sum("jvm_gc_concurrent_phase_time_seconds_count", ""));
        queries.put(CONCURRENT_SECONDS, sum("jvm_gc_concurrent_phase_time_seconds_sum", ""));
        pools(
                queries,
                "jvm_memory_used_bytes",
                "jvm_memory_committed_bytes",
                "area=\"nonheap\",",
                "id");
        queries.put(CLASSES_LOADED, sum("jvm_classes_loaded_classes", ""));
        queries.put(THREADS, sum("jvm_threads_live_threads", ""));
        queries.put(DIRECT_BUFFER_BYTES, sum("jvm_buffer_memory_used_bytes", "id=\"direct\""));
        return queries;
    }

    static Map<PodFigure, MetricQuery> openTelemetry() {
        Map<PodFigure, MetricQuery> queries = new EnumMap<>(PodFigure.class);
        String heap = "jvm_memory_type=\"heap\"";
        queries.put(CPU_SECONDS, sum("jvm_cpu_time_seconds_total", ""));
        queries.put(HEAP_USED_BYTES, sum("jvm_memory_used_bytes", heap));
        queries.put(HEAP_COMMITTED_BYTES, sum("jvm_memory_committed_bytes", heap));
        queries.put(
                HEAP_MAX_BYTES,
                sumOfPositive(
                        "jvm_memory_limit_bytes",
                        heap + "," + not("jvm_memory_pool_name", SECOND)));
        queries.put(
                SHARED_HEAP_BYTES,
                sum("jvm_memory_committed_bytes", is("jvm_memory_pool_name", SHARED)));
        queries.put(
                HEAP_AFTER_GC_BYTES,
                sumOfPositive(
                        "jvm_memory_used_after_last_gc_bytes",
                        heap + "," + is("jvm_memory_pool_name", KEPT)));
        String gc = "jvm_gc_name";
        MetricQuery pauses = sum("jvm_gc_duration_seconds_count", not(gc, BESIDE + "|" + FULL));
        queries.put(GC_PAUSE_SECONDS, sum("jvm_gc_duration_seconds_sum", not(gc, BESIDE)));
        queries.put(GC_PAUSES, pauses);
        queries.put(FULL_GCS, sum("jvm_gc_duration_seconds_count", is(gc, FULL)).zeroWith(pauses));
        queries.put(
                FULL_GC_SECONDS, sum("jvm_gc_duration_seconds_sum", is(gc, FULL)).zeroWith(pauses));
        queries.put(CONCURRENT_CYCLES, sum("jvm_gc_duration_seconds_count", is(gc, BESIDE)));
        queries.put(CONCURRENT_SECONDS, sum("jvm_gc_duration_seconds_sum", is(gc, BESIDE)));
        pools(
                queries,
                "jvm_memory_used_bytes",
                "jvm_memory_committed_bytes",
                "",
                "jvm_memory_pool_name");
        queries.put(CLASSES_LOADED, sum("jvm_class_count", ""));
        queries.put(THREADS, sum("jvm_thread_count", ""));
        queries.put(
                DIRECT_BUFFER_BYTES,
                sum("jvm_buffer_memory_used_bytes", "jvm_buffer_pool_name=\"direct\""));
        return queries;
    }

    /** Collections by the names of the collectors' MXBeans. */
    private static Map<PodFigure, MetricQuery> collections(String jvm, String and, String label) {
        Map<PodFigure, MetricQuery> queries = new EnumMap<>(PodFigure.class);
        String count = jvm + "gc_collection_seconds_count";
        String seconds = jvm + "gc_collection_seconds_sum";
        queries.put(GC_PAUSE_SECONDS, sum(seconds, and + not(label, BESIDE)));
        queries.put(GC_PAUSES, sum(count, and + not(label, BESIDE + "|" + FULL)));
        queries.put(FULL_GCS, sum(count, and + is(label, FULL)));
        queries.put(FULL_GC_SECONDS, sum(seconds, and + is(label, FULL)));
        queries.put(CONCURRENT_CYCLES, sum(count, and + is(label, BESIDE)));
        queries.put(CONCURRENT_SECONDS, sum(seconds, and + is(label, BESIDE)));
        return queries;
    }

    /** The names that simpleclient and client_java share. */
    private static void prometheusClient(Map<PodFigure, MetricQuery> queries, String own) {
        queries.put(START_SECONDS, max("process_start_time_seconds", own));
        queries.put(CPU_SECONDS, sum("process_cpu_seconds_total", own));
        queries.put(RESIDENT_BYTES, sum("process_resident_memory_bytes", own));
        queries.put(
                HEAP_AFTER_GC_BYTES,
                sumOfPositive("jvm_memory_pool_collection_used_bytes", is("pool", KEPT)));
        queries.put(
                ALLOCATED_BYTES,
                sum("jvm_memory_pool_allocated_bytes_total", "pool=~\"" + YOUNG + "\""));
        queries.put(THREADS, sum("jvm_threads_current", own));
        queries.put(DIRECT_BUFFER_BYTES, sum("jvm_buffer_pool_used_bytes", "pool=\"direct\""));
    }

    private static void pools(
            Map<PodFigure, MetricQuery> queries,
            String used,
            String committed,
            String and,
            String label) {
        queries.put(METASPACE_USED_BYTES, sum(used, and + label + "=\"Metaspace\""));
        queries.put(METASPACE_COMMITTED_BYTES, sum(committed, and + label + "=\"Metaspace\""));
        queries.put(CLASS_SPACE_USED_BYTES, sum(used, and + label + "=\"Compressed Class Space\""));
    }

    private static String is(String label, String pattern) {
        return label + "=~\"" + pattern + "\"";
    }

    private static String not(String label, String pattern) {
        return label + "!~\"" + pattern + "\"";
    }
}
