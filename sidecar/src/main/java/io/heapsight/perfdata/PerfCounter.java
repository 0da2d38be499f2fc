/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/** One counter of a JVM; each call reads its current value. */
public sealed interface PerfCounter permits LongCounter, StringCounter {
    /** The full name, such as {@code sun.gc.metaspace.used}. */
    String name();
}
