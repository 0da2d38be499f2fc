/* SPDX-License-Identifier: Apache-2.0 */
/** Counts unreachable objects, and tells those apart that HotSpot may hold by what no dump has. */
@NullMarked
package io.heapsight.heap.unreachable;

import org.jspecify.annotations.NullMarked;
