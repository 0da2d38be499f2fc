/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.Optional;
import java.util.Set;

/** The remedies for findings. */
final class HeapRemedies {
    /**
     * The collectors that support string deduplication in every JDK; the others support it since
     * JDK 18.
     */
    private static final Set<String> DEDUPLICATING = Set.of("G1", "Shenandoah");

    private HeapRemedies() {}

    static String of(HeldObjects found) {
        if (found.cause().isPresent()) {
            LeakCause cause = found.cause().get();
            return cause.remedy() + " " + cause.healthy();
        }
        return switch (found.pattern()) {
            case COLLECTION, ARRAY ->
                    "Remove entries that are no longer needed; limit a cache by size or by age.";
            case QUEUE ->
                    "Tasks arrive faster than they are processed, or a worker is stuck: look at the"
                            + " threads, and limit the queue.";
            case LISTENERS ->
                    "Remove a listener with the object that needs it, or hold it by a weak"
                            + " reference.";
            case LAMBDAS -> "Remove each one after its use, and let it capture only what it needs.";
            case LINKED_OBJECTS -> "Cut the chain after the last object that is still needed.";
            case THREAD_LOCAL ->
                    "Call remove() in a finally block before the thread goes back to its pool.";
            case LOCAL_VARIABLE ->
                    found.places().stream().anyMatch(HolderPlace::isInSeveralThreads)
                            ? "Limit how many of these run at once, or process the data in parts"
                                    + " instead of collecting all of it."
                            : "Process the data in parts instead of collecting all of it, or find"
                                    + " out why the method does not return.";
            case CLASS_LOADERS ->
                    "Release the remains of earlier deployments: threads, ThreadLocals, drivers,"
                            + " shutdown hooks, entries in caches of the server.";
            case DIRECT_BUFFERS -> DIRECT;
            case OBJECT, GROUP -> "Follow its path below: is it still needed?";
        };
    }

    /** The remedy for direct buffers. */
    static final String DIRECT =
            "Their memory is freed only once nothing holds them: reuse them, and limit their"
                    + " number; -XX:MaxDirectMemorySize limits their memory.";

    /** The remedy for mapped files. */
    private static final String MAPPED =
            "A file stays mapped until nothing holds its buffer: release it, map fewer and larger"
                    + " parts, or map with an Arena and close it (JDK 22).";

    /**
     * The remedy for waste.
     *
     * @param collector of the dumped JVM, if known: not each one can share the arrays of equal
     *     strings
     */
    static String of(WasteAt.Kind kind, Optional<String> collector) {
        return switch (kind) {
            case DUPLICATE_STRINGS ->
                    collector.filter(DEDUPLICATING::contains).isPresent()
                            ? "Keep one String for each content, or run with"
                                    + " -XX:+UseStringDeduplication."
                            : "Keep one String for each content; -XX:+UseStringDeduplication needs"
                                    + " G1, Shenandoah or JDK 18.";
            case DUPLICATE_ARRAYS -> "Share one array for each content.";
            case CONSTANT_ARRAYS -> "Create the array when there is content for it.";
            case OVERSIZED_ARRAYS -> "Make the buffer as large as its content.";
            case SPARSE_ARRAYS -> "Make the array smaller, or use a map.";
            case EMPTY_COLLECTIONS -> "Create the collection with its first element.";
            case SMALL_COLLECTIONS ->
                    "Hold the one element itself, or give the collection that capacity.";
            case SPARSE_COLLECTIONS -> "Give it the right capacity, or call trimToSize().";
            case BOXED_NUMBERS -> "Use primitives, or a collection of primitives.";
            case DIRECT_BUFFERS -> DIRECT;
            case MAPPED_BUFFERS -> MAPPED;
        };
    }
}
