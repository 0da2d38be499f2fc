/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.delivery;

import java.net.URI;
import java.net.URISyntaxException;

/** Parses and checks the URL of a receiver that the operator configured. */
public final class ReceiverUrlParser {
    private ReceiverUrlParser() {}

    /**
     * Parses a URL.
     *
     * @throws IllegalArgumentException if it is not an http or https URL with a host, or has a user
     *     or a fragment
     */
    public static URI parse(String text) {
        try {
            URI uri = new URI(text);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (!isHttp
                    || uri.getHost() == null
                    || uri.getRawUserInfo() != null
                    || uri.getRawFragment() != null) {
                throw new IllegalArgumentException("not an http or https URL with a host");
            }
            return uri;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Parses the base of an API, to which paths are added.
     *
     * @throws IllegalArgumentException as {@link #parse}, or if it has a query
     */
    public static URI parseBase(String text) {
        URI uri = parse(text);
        if (uri.getRawQuery() != null) {
            throw new IllegalArgumentException("a base URL has no query");
        }
        return uri;
    }
}
