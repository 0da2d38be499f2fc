/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The HTTP API. {@code ApiServer} is its entry: {@code Dispatcher} passes each request that {@code
 * http.request} reads to the handler of its {@link io.heapsight.http.route.Route}, and {@code
 * http.answer} writes the reply; each {@code …Resource} declares the routes of one resource and
 * answers them. {@code OpenApiResource} writes the same declarations as a description of the API.
 *
 * <p>Tests: {@code ApiServerTest}, {@code HttpRequestsTest} and one test for each resource; {@code
 * AccessTest} calls every route without a token, {@code DocumentedFieldsTest} compares answers with
 * their schemas.
 */
@NullMarked
package io.heapsight.http;

import org.jspecify.annotations.NullMarked;
