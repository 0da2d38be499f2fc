/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Optional;
import java.util.function.Function;

/**
 * A value read from outside, or the reason why there is none. Absence is never 0, -1 or null.
 *
 * @param <T> what is read
 */
public sealed interface Reading<T> {
    /**
     * The value was read.
     *
     * @param <T> what is read
     */
    record Present<T>(T value) implements Reading<T> {}

    /**
     * There is no value.
     *
     * @param <T> what would have been read
     * @param reason one line for the user
     */
    record Missing<T>(String reason) implements Reading<T> {}

    static <T> Reading<T> of(T value) {
        return new Present<>(value);
    }

    static <T> Reading<T> missing(String reason) {
        return new Missing<>(reason);
    }

    default Optional<T> toOptional() {
        return switch (this) {
            case Present<T>(T value) -> Optional.of(value);
            case Missing<T> _ -> Optional.empty();
        };
    }

    default <R> Reading<R> map(Function<T, R> function) {
        return switch (this) {
            case Present<T>(T value) -> new Present<>(function.apply(value));
            case Missing<T>(String reason) -> new Missing<>(reason);
        };
    }

    /** The value as text, or "-". */
    default String orDash() {
        return toOptional().map(Object::toString).orElse("-");
    }
}
