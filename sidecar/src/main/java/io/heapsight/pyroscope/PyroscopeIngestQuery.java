/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pyroscope;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRecord;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds the query string of a request to Pyroscope's {@code /ingest}: the profile's name with
 * labels, its time and its unit.
 *
 * @param labels such as pod and namespace
 */
record PyroscopeIngestQuery(ProfileRecord profile, Map<String, String> labels) {
    private static final String CPU_HERTZ = "100";
    private static final String WALL_HERTZ = "20";

    /** Returns the encoded query string. */
    String query() {
        Map<String, String> query = new LinkedHashMap<>();
        long from = profile.startedAt().getEpochSecond();
        query.put("name", name());
        query.put("from", Long.toString(from));
        query.put("until", Long.toString(from + profile.seconds()));
        query.put("format", "folded");
        query.put("units", profile.event().unit());
        query.put("aggregationType", "sum");
        query.put("spyName", "heapsight");
        // Pyroscope divides samples by this rate to get CPU time or wall-clock time.
        query.put("sampleRate", profile.event() == ProfileEvent.WALL ? WALL_HERTZ : CPU_HERTZ);
        return query.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** "com.acme.Shop.cpu{pod=shop-0,namespace=prod}": the suffix selects Pyroscope's type. */
    private String name() {
        return "%s.%s{%s}"
                .formatted(
                        service(profile.target()),
                        type(profile.event()),
                        new TreeMap<>(labels)
                                .entrySet().stream()
                                        .map(each -> each.getKey() + "=" + value(each.getValue()))
                                        .collect(Collectors.joining(",")));
    }

    private static String type(ProfileEvent event) {
        return switch (event) {
            case CPU -> "cpu";
            case WALL -> "wall";
            case ALLOC -> "alloc_space";
            case LIVE -> "inuse_space";
            case LOCK -> "lock_duration";
            case NATIVEMEM -> "bytes";
        };
    }

    /** Replaces characters that a name must not contain. */
    private static String service(String target) {
        String service = target.replaceAll("[^A-Za-z0-9_./-]", "_");
        return service.isEmpty() ? "jvm" : service;
    }

    /** Replaces characters that would end a label's value. */
    private static String value(String label) {
        return label.replaceAll("[,{}=\"\\s]", "_");
    }
}
