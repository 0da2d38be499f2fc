/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that query a running sidecar through its HTTP API. */
@NullMarked
package io.heapsight.cli.remote;

import org.jspecify.annotations.NullMarked;
