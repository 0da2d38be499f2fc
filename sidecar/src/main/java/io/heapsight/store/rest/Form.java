/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.rest;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Encodes fields as {@code application/x-www-form-urlencoded}, for bodies and queries. */
public final class Form {
    private Form() {}

    /** Encodes the fields, in the order of their names. */
    public static String of(Map<String, String> fields) {
        return new TreeMap<>(fields)
                .entrySet().stream()
                        .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
                        .collect(Collectors.joining("&"));
    }

    /** Creates a request that sends the fields. */
    public static HttpRequest post(URI to, Map<String, String> fields) {
        return HttpRequest.newBuilder(to)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(of(fields)))
                .build();
    }

    /** Encodes the segments of a path; slashes stay. */
    public static String path(String text) {
        return encoded(text).replace("%2F", "/");
    }

    /** Percent-encodes a text. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
