/* SPDX-License-Identifier: Apache-2.0 */
/** The command line: one class per command. */
@NullMarked
package io.heapsight.cli;

import org.jspecify.annotations.NullMarked;
