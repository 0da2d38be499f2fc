/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

/**
 * A number of objects.
 *
 * <pre>{@code
 * ObjectCount garbage = dump.report().garbage().atLeast();
 * System.out.println(garbage.objects() + " objects, " + garbage.bytes() + " bytes");
 * }</pre>
 *
 * @param objects how many
 * @param bytes the sum of their shallow sizes
 */
public record ObjectCount(long objects, long bytes) {}
