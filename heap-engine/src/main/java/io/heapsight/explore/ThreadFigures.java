/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

/**
 * A thread of a dump.
 *
 * @param number that the dump gives it
 * @param thread its object, with its name as the label
 * @param locals how many objects its stack refers to; one that several frames refer to counts for
 *     each
 */
public record ThreadFigures(long number, ObjectRow thread, long locals) {}
