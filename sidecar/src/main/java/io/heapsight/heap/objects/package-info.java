/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads single objects of a dump: what they refer to, what their fields hold, and how large they
 * are.
 */
@NullMarked
package io.heapsight.heap.objects;

import org.jspecify.annotations.NullMarked;
