/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Limits for callers: connections, requests on each of them, running requests.
 *
 * <p>Tests: {@code DrippingConnectionsTest}, {@code HttpRequestsTest}.
 */
@NullMarked
package io.heapsight.http.limit;

import org.jspecify.annotations.NullMarked;
