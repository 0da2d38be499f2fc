/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Optional;
import java.util.function.Function;

/**
 * A value read from outside, or the reason why there is none. Absence is never 0, -1 or null.
 *
 * <p>Code that runs in an idle sidecar uses these methods or {@code instanceof}, not a {@code
 * switch}: each switch takes memory (docs/benchmarks.md, section Footprint).
 *
 * @param <T> type of the value
 */
public sealed interface Reading<T> {
    /**
     * A value that was read.
     *
     * @param <T> type of the value
     */
    record Present<T>(T value) implements Reading<T> {
        @Override
        public String reason() {
            throw new IllegalStateException("there is a value: " + value);
        }

        @Override
        public <R> R either(Function<T, R> present, Function<String, R> missing) {
            return present.apply(value);
        }
    }

    /**
     * A missing value.
     *
     * @param <T> type of the missing value
     * @param reason one line for the user
     */
    record Missing<T>(String reason) implements Reading<T> {
        @Override
        public <R> R either(Function<T, R> present, Function<String, R> missing) {
            return missing.apply(reason);
        }
    }

    static <T> Reading<T> of(T value) {
        return new Present<>(value);
    }

    static <T> Reading<T> missing(String reason) {
        return new Missing<>(reason);
    }

    /**
     * Returns why the value is missing.
     *
     * @throws IllegalStateException if there is a value
     */
    String reason();

    /** Applies the first function to the value, or the second one to the reason. */
    <R> R either(Function<T, R> present, Function<String, R> missing);

    default Optional<T> toOptional() {
        return either(Optional::of, _ -> Optional.empty());
    }

    default <R> Reading<R> map(Function<T, R> function) {
        return either(value -> of(function.apply(value)), Reading::missing);
    }

    /** The value as text, or "-". */
    default String orDash() {
        return toOptional().map(Object::toString).orElse("-");
    }
}
