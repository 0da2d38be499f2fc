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
    private static final int USUAL_CHARACTERS = 512;

    private final StringBuilder text;

    private PageText(int families) {
        text = new StringBuilder(families * USUAL_CHARACTERS);
    }

    /** Families in the middle of a page, in UTF-8. */
    static byte[] of(String contentType, List<MetricFamilySamples> families) {
        PageText page = written(contentType, families);
        page.text.setLength(page.text.length() - end(contentType).length);
        return page.utf8();
    }

    /** What comes after the last family: OpenMetrics has a mark there. */
    static byte[] end(String contentType) {
        return written(contentType, List.of()).utf8();
    }

    private static PageText written(String contentType, List<MetricFamilySamples> families) {
        PageText page = new PageText(families.size());
        try {
            TextFormat.writeFormat(contentType, page, Collections.enumeration(families));
        } catch (IOException e) {
            throw new UncheckedIOException("writing metrics into memory", e);
        }
        return page;
    }

    private byte[] utf8() {
        return text.toString().getBytes(StandardCharsets.UTF_8);
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
