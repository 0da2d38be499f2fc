/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import io.heapsight.unit.ProblemException;

/** Answers one request, on its own virtual thread; may block. */
@FunctionalInterface
public interface Handler {
    Reply handle(Exchange exchange) throws ProblemException;
}
