/* SPDX-License-Identifier: Apache-2.0 */

/**
 * The HTTP API. {@code ApiServer} is its entry: {@code Dispatcher} takes a request through access,
 * arguments and rate to the handler of its {@link io.heapsight.http.route.Route}; each {@code
 * …Resource} declares the routes of one resource and answers them. {@code OpenApiResource} writes
 * the same declarations as a description of the API.
 *
 * <p>Tests: {@code ApiServerTest}, {@code HttpRequestsTest} and one test for each resource; {@code
 * AccessTest} asks every route without a token, {@code DocumentedFieldsTest} compares answers with
 * their schemas.
 */
@NullMarked
package io.heapsight.http;

import org.jspecify.annotations.NullMarked;
