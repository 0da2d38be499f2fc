/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Defines endpoints: a {@link io.heapsight.http.route.Route} with its method, path, parameters,
 * access and cost, the {@link io.heapsight.http.route.Exchange} that its handler receives, and the
 * {@link io.heapsight.http.route.Reply} that it returns. This package is independent of the server.
 */
@NullMarked
package io.heapsight.http.route;

import org.jspecify.annotations.NullMarked;
