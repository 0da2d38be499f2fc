/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * The positions of the records of a heap dump segment.
 *
 * @param start of the first record's tag
 * @param end of the last record
 */
public record Segment(long start, long end) {}
