/* SPDX-License-Identifier: Apache-2.0 */
/** The JVM's own performance counters, read from the mapped {@code hsperfdata} file. */
@NullMarked
package io.heapsight.perfdata;

import org.jspecify.annotations.NullMarked;
