/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

/**
 * The garbage of one class of a heap: all its objects, and the unreachable ones.
 *
 * @param name as HotSpot prints it: {@code java.lang.String}, {@code [B}
 * @param module without its version; empty on JDK 8 and for unnamed modules
 * @param all its objects, reachable or not
 * @param unreachable objects that a full GC removed, or that are unreachable in a dump
 */
public record ClassGarbage(
        String name, String module, InstanceCount all, InstanceCount unreachable) {}
