/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Threads of a dump, ranked by retained bytes.
 *
 * @param total number of threads
 */
public record ThreadList(List<ThreadFigures> rows, long total) {}
