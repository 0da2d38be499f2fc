/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sends each new profile to a Pyroscope server, as collapsed stacks: {@link
 * io.heapsight.pyroscope.PyroscopePush}.
 *
 * <p>Tests: {@code PyroscopePushTest} against a local server.
 */
@NullMarked
package io.heapsight.pyroscope;

import org.jspecify.annotations.NullMarked;
