/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The performance counters of one JVM, by name. */
public interface Counters {
    /** The counter of that name, or null if this JVM has none (yet). */
    @Nullable PerfCounter find(String name);

    /** All counters, in the order of their creation. */
    Collection<PerfCounter> all();

    /** The text of a string counter, or null if there is none of that name. */
    default @Nullable String text(String name) {
        return find(name) instanceof StringCounter counter ? counter.value() : null;
    }

    /** The value of a number counter, or {@code absent} when there is none of that name. */
    default long number(String name, long absent) {
        return find(name) instanceof LongCounter counter ? counter.value() : absent;
    }
}
