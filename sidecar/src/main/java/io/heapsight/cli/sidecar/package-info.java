/* SPDX-License-Identifier: Apache-2.0 */
/** Assembles and starts a sidecar from its configuration. */
@NullMarked
package io.heapsight.cli.sidecar;

import org.jspecify.annotations.NullMarked;
