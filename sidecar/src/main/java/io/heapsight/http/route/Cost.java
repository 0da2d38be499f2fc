/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** The cost of a request to a route. */
public enum Cost {
    /** Answered immediately on the event loop: its handler waits for nothing, not even a disk. */
    INSTANT,
    /** Answered from memory, without effect on the target. */
    CHEAP,
    /** Keeps its connection open for long, but reads only the sidecar's memory. */
    STREAM,
    /** Sends a file, or the output of a child process, at the speed of the caller. */
    TRANSFER,
    /** Runs a command in the target, or a child process. */
    COSTLY
}
