/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.OptionalLong;

/**
 * Sums over a query's objects of one class, package or loader.
 *
 * @param name of a loader the name of its class; "" for classes without package
 * @param loader its address, 0 for the boot loader; empty for other groups
 * @param objects including unreachable ones
 * @param retainedBytes the sum for the reachable objects; objects that one of them retains from
 *     another count twice
 */
public record GroupRow(
        String name, OptionalLong loader, long objects, long shallowBytes, long retainedBytes) {}
