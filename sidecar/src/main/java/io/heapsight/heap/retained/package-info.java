/* SPDX-License-Identifier: Apache-2.0 */
/** Computes what each reachable object of a dump retains, and what threads and class loaders do. */
@NullMarked
package io.heapsight.heap.retained;

import org.jspecify.annotations.NullMarked;
