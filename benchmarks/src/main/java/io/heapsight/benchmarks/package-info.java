/* SPDX-License-Identifier: Apache-2.0 */
/** Benchmarks of costs: JMH, and whole processes. */
@NullMarked
package io.heapsight.benchmarks;

import org.jspecify.annotations.NullMarked;
