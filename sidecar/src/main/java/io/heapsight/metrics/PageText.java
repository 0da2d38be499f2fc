/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/**
 * Collects the text that simpleclient writes. A {@link java.io.StringWriter} would take a lock for
 * each character of a label.
 */
final class PageText extends Writer {
    private final StringBuilder text = new StringBuilder();

    private PageText() {}

    /** Families in the middle of a page, in UTF-8. */
    static byte[] of(String contentType, List<MetricFamilySamples> families) {
        String page = write(contentType, families);
        String end = write(contentType, List.of());
        return utf8(page.substring(0, page.length() - end.length()));
    }

    /** What comes after the last family: OpenMetrics has a mark there. */
    static byte[] end(String contentType) {
        return utf8(write(contentType, List.of()));
    }

    private static String write(String contentType, List<MetricFamilySamples> families) {
        PageText page = new PageText();
        try {
            TextFormat.writeFormat(contentType, page, Collections.enumeration(families));
        } catch (IOException e) {
            throw new UncheckedIOException("writing metrics into memory", e);
        }
        return page.text.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void write(int character) {
        text.append((char) character);
    }

    @Override
    public void write(String string) {
        text.append(string);
    }

    @Override
    public void write(String string, int from, int length) {
        text.append(string, from, from + length);
    }

    @Override
    public void write(char[] characters, int from, int length) {
        text.append(characters, from, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
