/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** What a request to a route takes. */
public enum Cost {
    /** Answered at once on the event loop: its handler waits for nothing, not even a disk. */
    INSTANT,
    /** Answered from memory; the target doesn't notice. */
    CHEAP,
    /** Holds its connection for long, but reads only the sidecar's own memory. */
    STREAM,
    /** Sends a file, or what a child reads in one, for as long as its caller takes to read it. */
    TRANSFER,
    /** Runs a command in the target. */
    COSTLY
}
