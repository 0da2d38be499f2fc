/* SPDX-License-Identifier: Apache-2.0 */
/** {@code heapsight profile diff}, and the child processes in which the sidecar reads profiles. */
@NullMarked
package io.heapsight.cli.profile;

import org.jspecify.annotations.NullMarked;
