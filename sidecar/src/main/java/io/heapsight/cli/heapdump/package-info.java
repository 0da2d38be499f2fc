/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that read heap dumps, including child processes of the sidecar. */
@NullMarked
package io.heapsight.cli.heapdump;

import org.jspecify.annotations.NullMarked;
