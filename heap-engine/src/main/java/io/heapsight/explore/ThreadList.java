/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Lists the threads of a dump, ranked by retained bytes.
 *
 * @param total number of threads
 */
public record ThreadList(List<Row> rows, long total) {
    /**
     * A thread of a dump.
     *
     * @param number the thread's number in the dump
     * @param thread its object, with its name as the label
     * @param locals number of references from its stack; an object in several frames counts once
     *     per frame
     */
    public record Row(long number, ObjectRow thread, long locals) {}
}
