/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.http.route.ReplyFormat;

/**
 * A file of a bundle: the API's answer to a request.
 *
 * @param file its name
 * @param about a short description
 * @param path of the request
 * @param query of the request, "" for none; the target is added if the route supports it
 */
record BundlePart(String file, String about, String path, String query, ReplyFormat format) {
    static BundlePart text(String file, String about, String path, String query) {
        return new BundlePart(file, about, path, query, ReplyFormat.TEXT);
    }

    static BundlePart json(String file, String about, String path, String query) {
        return new BundlePart(file, about, path, query, ReplyFormat.JSON);
    }

    static BundlePart page(String file, String about, String path) {
        return new BundlePart(file, about, path, "", ReplyFormat.HTML);
    }
}
