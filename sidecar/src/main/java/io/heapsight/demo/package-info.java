/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The program that {@code heapsight demo} observes. Represents a user's program, so it uses no
 * heapsight code.
 */
@NullMarked
package io.heapsight.demo;

import org.jspecify.annotations.NullMarked;
