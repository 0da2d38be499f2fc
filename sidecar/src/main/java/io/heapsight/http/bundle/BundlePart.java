/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.http.route.Format;

/**
 * A file of a bundle: what the API answers to a request.
 *
 * @param file its name
 * @param about what it is, in a few words
 * @param path of the request
 * @param query of the request, "" for none; the target is added where a route takes one
 */
record BundlePart(String file, String about, String path, String query, Format format) {
    static BundlePart text(String file, String about, String path, String query) {
        return new BundlePart(file, about, path, query, Format.TEXT);
    }

    static BundlePart json(String file, String about, String path, String query) {
        return new BundlePart(file, about, path, query, Format.JSON);
    }

    static BundlePart page(String file, String about, String path) {
        return new BundlePart(file, about, path, "", Format.HTML);
    }
}
