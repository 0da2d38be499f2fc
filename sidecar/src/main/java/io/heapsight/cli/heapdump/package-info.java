/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that read heap dumps, among them those that a sidecar starts as child processes. */
@NullMarked
package io.heapsight.cli.heapdump;

import org.jspecify.annotations.NullMarked;
