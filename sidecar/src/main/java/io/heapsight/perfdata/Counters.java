/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The performance counters of one JVM, by name. */
public interface Counters {
    /** The counter with this name, or null if the JVM doesn't have it (yet). */
    @Nullable PerfCounter find(String name);

    /** All counters, in the order of their creation. */
    Collection<PerfCounter> all();

    /** The text of a string counter, or null if it is missing. */
    default @Nullable String text(String name) {
        return find(name) instanceof StringCounter counter ? counter.value() : null;
    }

    /** The value of a number counter, or {@code absent} if it is missing. */
    default long number(String name, long absent) {
        return find(name) instanceof LongCounter counter ? counter.value() : absent;
    }
}
