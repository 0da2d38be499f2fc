/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that work on a visible JVM without a sidecar. */
@NullMarked
package io.heapsight.cli.jvm;

import org.jspecify.annotations.NullMarked;
