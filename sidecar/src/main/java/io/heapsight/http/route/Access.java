/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** Access control of a route. */
public enum Access {
    /** All callers that can reach the port. */
    OPEN,
    /** Callers on loopback or with the bearer token. */
    PROTECTED
}
