/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/**
 * The objects of one class of a heap, and those among them that are unreachable.
 *
 * @param name as HotSpot prints it: {@code java.lang.String}, {@code [B}
 * @param module without its version; empty on JDK 8 and for unnamed modules
 * @param all its objects, whether reachable or not
 * @param unreachable those that a full GC removed, or that nothing reached in a dump
 */
public record ClassUsage(String name, String module, Count all, Count unreachable) {}
