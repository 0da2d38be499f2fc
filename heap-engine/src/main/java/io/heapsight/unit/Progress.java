/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/** Hears how far long work has come; called from the threads that do it, and not too often. */
@FunctionalInterface
public interface Progress {
    /** Nobody listens. */
    Progress SILENT = (_, _, _) -> {};

    /**
     * Something was done.
     *
     * @param phase in words, such as "marking"
     * @param done of the phase, in its own unit
     * @param total of the phase; 0 when it isn't known
     */
    void at(String phase, long done, long total);
}
