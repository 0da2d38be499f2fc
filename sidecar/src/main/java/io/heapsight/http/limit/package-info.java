/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Limits connections, requests per connection, and running requests.
 *
 * <p>Tests: {@code DrippingConnectionsTest}, {@code HttpRequestsTest}.
 */
@NullMarked
package io.heapsight.http.limit;

import org.jspecify.annotations.NullMarked;
