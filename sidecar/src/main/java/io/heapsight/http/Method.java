/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

/** The methods that routes use; HEAD goes wherever GET does. */
enum Method {
    GET,
    POST,
    PUT,
    DELETE;

    /** Whether a request of this method may change something. */
    boolean changesState() {
        return this != GET;
    }
}
