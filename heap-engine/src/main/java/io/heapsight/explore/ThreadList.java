/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Threads of a dump, those that retain most first.
 *
 * @param total how many there are
 */
public record ThreadList(List<ThreadFigures> rows, long total) {}
