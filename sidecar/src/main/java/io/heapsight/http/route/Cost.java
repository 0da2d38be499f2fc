/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** The cost of a request to a route. */
public enum Cost {
    /** Answered at once on the event loop: its handler waits for nothing, not even a disk. */
    INSTANT,
    /** Answered from memory; the target doesn't notice. */
    CHEAP,
    /** Holds its connection for long, but reads only the sidecar's own memory. */
    STREAM,
    /** Sends a file, or the output of a child, for as long as the caller takes to read it. */
    TRANSFER,
    /** Runs a command in the target. */
    COSTLY
}
