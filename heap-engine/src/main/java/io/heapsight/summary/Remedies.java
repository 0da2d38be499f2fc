/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/** What to do about what was found. */
final class Remedies {
    private Remedies() {}

    static String of(Holding found) {
        if (found.cause().isPresent()) {
            LeakCause cause = found.cause().get();
            return cause.remedy() + " " + cause.healthy();
        }
        return switch (found.pattern()) {
            case COLLECTION, ARRAY ->
                    "Take out what is done with; a cache needs a bound on its size, or a time after"
                            + " which it forgets.";
            case QUEUE ->
                    "What takes from the queue is slower than what fills it, or stuck: look at the"
                            + " threads, and give the queue a bound.";
            case LISTENERS ->
                    "Remove a listener when what it listens for goes, or hold it by a weak"
                            + " reference.";
            case LAMBDAS ->
                    "Remove each when it is done with, and let it capture no more than it needs.";
            case LINKED_OBJECTS -> "Cut the chain behind what is still needed.";
            case THREAD_LOCAL ->
                    "Call remove() in a finally block before the thread goes back to its pool.";
            case LOCAL_VARIABLE ->
                    "Work on a part at a time instead of collecting all of it, or see why the method"
                            + " does not return.";
            case CLASS_LOADERS ->
                    "Let go of what earlier deployments have left: threads, ThreadLocals, drivers,"
                            + " shutdown hooks, entries in caches of the server.";
            case DIRECT_BUFFERS -> DIRECT;
            case OBJECT, GROUP -> "Follow its path below: is it still needed?";
        };
    }

    /** Of direct buffers. */
    static final String DIRECT =
            "Their memory is freed only once nothing holds them: use them again, with a bound on"
                    + " their number; -XX:MaxDirectMemorySize limits them.";

    /** Of files that are mapped. */
    private static final String MAPPED =
            "A file stays mapped until nothing holds its buffer: let go of it, map fewer and larger"
                    + " parts, or map with an Arena that is closed (JDK 22).";

    static String of(WasteAt.Kind kind) {
        return switch (kind) {
            case DUPLICATE_STRINGS ->
                    "Keep one String for each content, or run with -XX:+UseStringDeduplication.";
            case DUPLICATE_ARRAYS -> "Share one array for each content.";
            case CONSTANT_ARRAYS -> "Make the array when there is something to put into it.";
            case OVERSIZED_ARRAYS -> "Make the buffer as large as what it holds.";
            case SPARSE_ARRAYS -> "Make the array smaller, or use a map.";
            case EMPTY_COLLECTIONS -> "Make the collection when its first element comes.";
            case SMALL_COLLECTIONS ->
                    "Hold the one element itself, or give the collection that capacity.";
            case SPARSE_COLLECTIONS -> "Give it the right capacity, or call trimToSize().";
            case BOXED_NUMBERS -> "Use primitives, or a collection of primitives.";
            case DIRECT_BUFFERS -> DIRECT;
            case MAPPED_BUFFERS -> MAPPED;
        };
    }
}
