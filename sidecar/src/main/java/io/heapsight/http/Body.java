/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

/**
 * What a request to a route must bring along. Whatever Content-Type it has, it is read as that:
 * {@code curl --data} says that it sends a form.
 *
 * @param mediaType what it is
 * @param description one line for the OpenAPI document
 */
record Body(String mediaType, String description, Schema schema) {
    /** A line of text. */
    static Body line(String description, Schema schema) {
        return new Body("text/plain", description, schema);
    }
}
