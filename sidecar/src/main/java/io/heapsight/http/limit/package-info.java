/* SPDX-License-Identifier: Apache-2.0 */

/**
 * How much callers may ask for at once: connections, requests on each of them, requests that are
 * being worked on.
 *
 * <p>Tests: {@code DrippingConnectionsTest}, {@code HttpRequestsTest}.
 */
@NullMarked
package io.heapsight.http.limit;

import org.jspecify.annotations.NullMarked;
