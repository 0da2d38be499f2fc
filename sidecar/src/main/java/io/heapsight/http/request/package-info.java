/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Reads requests: {@code RequestReader} finds the route and the body on the event loop, {@code
 * RequestCheck} checks the caller and the arguments before the handler runs.
 *
 * <p>Tests: {@code HttpRequestsTest}, {@code AccessTest}, {@code FormatNegotiationTest}.
 */
@NullMarked
package io.heapsight.http.request;

import org.jspecify.annotations.NullMarked;
