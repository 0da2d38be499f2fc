/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.OptionalLong;

/**
 * Sums over the objects of one class, package or loader that a query has found.
 *
 * @param name of a loader that of its class; "" for classes without package
 * @param loader its address; empty for other groups, and 0 for the boot loader
 * @param objects unreachable ones among them
 * @param retainedBytes of the reachable ones, added up: what one retains of another counts twice
 */
public record GroupRow(
        String name, OptionalLong loader, long objects, long shallowBytes, long retainedBytes) {}
