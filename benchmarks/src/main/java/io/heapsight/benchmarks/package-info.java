/* SPDX-License-Identifier: Apache-2.0 */
/** What things cost: JMH, and whole processes. */
@NullMarked
package io.heapsight.benchmarks;

import org.jspecify.annotations.NullMarked;
