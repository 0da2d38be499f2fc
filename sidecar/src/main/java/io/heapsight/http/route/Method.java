/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

/** The methods of routes; HEAD is allowed wherever GET is. */
public enum Method {
    GET,
    POST,
    PUT,
    DELETE;

    /** Whether a request of this method may change something. */
    public boolean changesState() {
        return this != GET;
    }
}
