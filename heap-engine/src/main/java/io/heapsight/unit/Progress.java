/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/** Receives progress reports of long work, from the threads that do the work. */
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
