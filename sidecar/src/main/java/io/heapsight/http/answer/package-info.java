/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Writes responses: {@code ReplyWriter} writes the reply of a route's handler or a problem, and
 * {@code ResponseWriter} sends it on the event loop.
 *
 * <p>Tests: {@code ApiServerTest}, {@code HttpRequestsTest}.
 */
@NullMarked
package io.heapsight.http.answer;

import org.jspecify.annotations.NullMarked;
