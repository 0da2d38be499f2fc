/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads and analyzes heap dumps of HotSpot JVMs.
 *
 * <p>{@link io.heapsight.heapdump} is the public API. Everything else is internal, and changes
 * without notice. Programs on the class path can reach it all the same; the sidecar does, which is
 * built from the same sources.
 */
@SuppressWarnings("requires-automatic") // aircompressor has no module descriptor
module io.heapsight.heap {
    requires aircompressor;
    requires com.fasterxml.jackson.core;
    requires jdk.unsupported; // for aircompressor
    requires static transitive org.jspecify;

    exports io.heapsight.heapdump;
}
