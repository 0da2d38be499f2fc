/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/**
 * The result of an operation, with the pause of its target.
 *
 * @param <T> of the result
 */
public record ResultWithPause<T>(T result, Pause pause) {}
