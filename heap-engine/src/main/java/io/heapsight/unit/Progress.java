/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/** Receives the progress of long work, now and then, from the threads that do it. */
@FunctionalInterface
public interface Progress {
    /** Ignores progress. */
    Progress SILENT = (_, _, _) -> {};

    /**
     * Reports progress.
     *
     * @param phase in words, such as "marking"
     * @param done amount of work done in the phase, in its own unit
     * @param total amount of work in the phase; 0 if unknown
     */
    void at(String phase, long done, long total);
}
