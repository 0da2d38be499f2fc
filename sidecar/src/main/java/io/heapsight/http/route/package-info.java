/* SPDX-License-Identifier: Apache-2.0 */

/**
 * What an endpoint is: a {@link io.heapsight.http.route.Route} with its method, path, parameters,
 * access and cost, the {@link io.heapsight.http.route.Exchange} that its handler is given, and the
 * {@link io.heapsight.http.route.Reply} that it answers with. Nothing here knows the server.
 */
@NullMarked
package io.heapsight.http.route;

import org.jspecify.annotations.NullMarked;
