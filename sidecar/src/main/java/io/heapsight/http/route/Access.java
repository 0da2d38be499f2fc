/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** Who may call a route. */
public enum Access {
    /** Anyone who reaches the port. */
    OPEN,
    /** Callers on loopback, or with the bearer token. */
    PROTECTED
}
