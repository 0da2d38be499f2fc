/* SPDX-License-Identifier: Apache-2.0 */

/** Tests that need other processes: JVMs of every JDK, containers, the installed program. */
@NullMarked
package io.heapsight.tests;

import org.jspecify.annotations.NullMarked;
