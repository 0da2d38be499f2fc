/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Optional;
import java.util.function.Function;

/**
 * A value read from outside, or the reason why there is none. Absence is never 0, -1 or null.
 *
 * <p>What the sidecar asks of one while nobody asks it anything is told by these methods or by
 * {@code instanceof}, not by a {@code switch}: that takes memory at each place (docs/benchmarks.md,
 * section Footprint).
 *
 * @param <T> what is read
 */
public sealed interface Reading<T> {
    /**
     * The value was read.
     *
     * @param <T> what is read
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
     * There is no value.
     *
     * @param <T> what would have been read
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
     * Why there is no value.
     *
     * @throws IllegalStateException when there is one
     */
    String reason();

    /** What is made of the value, or of the reason. */
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
