/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/**
 * All objects and the unreachable objects of one class of a heap.
 *
 * @param name as HotSpot prints it: {@code java.lang.String}, {@code [B}
 * @param module without its version; empty on JDK 8 and for unnamed modules
 * @param all its objects, reachable or not
 * @param unreachable objects that a full GC removed, or that are unreachable in a dump
 */
public record ClassUsage(String name, String module, Count all, Count unreachable) {}
