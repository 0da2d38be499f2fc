/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The program that {@code heapsight demo} watches. It stands for a user's program and uses nothing
 * of heapsight.
 */
@NullMarked
package io.heapsight.demo;

import org.jspecify.annotations.NullMarked;
