/* SPDX-License-Identifier: Apache-2.0 */
/** The HTTP API: one handler class per resource, one table of routes. */
@NullMarked
package io.heapsight.http;

import org.jspecify.annotations.NullMarked;
