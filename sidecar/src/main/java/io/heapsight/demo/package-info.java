/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The program that {@code heapsight demo} observes. It represents a user's program and uses no
 * heapsight code.
 */
@NullMarked
package io.heapsight.demo;

import org.jspecify.annotations.NullMarked;
