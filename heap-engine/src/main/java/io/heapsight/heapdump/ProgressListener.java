/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * Receives the progress of long work.
 *
 * <pre>{@code
 * ProgressListener listener = (phase, done, total) -> System.err.println(phase + " " + done + "/" + total);
 * }</pre>
 *
 * <p>The engine calls it from the threads that do the work, several of them at the same time, a few
 * times per second. It must return quickly and must not throw.
 */
@FunctionalInterface
public interface ProgressListener {
    /**
     * Called when a part of a phase is done.
     *
     * @param phase a short name for display, such as {@code marking}; names change between versions
     * @param done amount of work done in this phase, in a unit of its own
     * @param total amount of work in this phase; 0 if unknown
     */
    void at(String phase, long done, long total);
}
