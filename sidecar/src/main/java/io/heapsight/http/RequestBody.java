/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.io.InputStream;

/**
 * What a request brings along: a small one has been read, a large one is read by its handler.
 *
 * @param text "" when there is none, or it is large
 * @param document empty when it is small
 */
record RequestBody(String text, InputStream document) {
    static RequestBody small(String text) {
        return new RequestBody(text, InputStream.nullInputStream());
    }

    static RequestBody large(InputStream document) {
        return new RequestBody("", document);
    }
}
