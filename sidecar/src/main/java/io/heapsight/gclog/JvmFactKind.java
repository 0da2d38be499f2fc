/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

/** The kinds of facts about a JVM at the start of its GC log. */
enum JvmFactKind {
    COLLECTOR,
    /** The collector, as a detail of a collection shows it, for a log without its start. */
    COLLECTOR_OF_DETAILS,
    VERSION,
    CPUS,
    MEMORY_BYTES,
    MAX_HEAP_BYTES,
    REGION_BYTES,
    PARALLEL_WORKERS,
    CONCURRENT_WORKERS
}
