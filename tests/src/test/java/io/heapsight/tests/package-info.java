/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Tests that need other processes: JVMs of every JDK, containers, the program as its user runs it.
 */
@NullMarked
package io.heapsight.tests;

import org.jspecify.annotations.NullMarked;
