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
 * Collects the text that simpleclient writes, one section after the other, in the same memory. A
 * {@link java.io.StringWriter} locks for each character of a label.
 */
final class PageText extends Writer {
    private final StringBuilder text = new StringBuilder();

    /** Renders families in the middle of a page, in UTF-8. */
    byte[] of(String contentType, List<MetricFamilySamples> families) {
        int end = end(contentType).length;
        write(contentType, families);
        text.setLength(text.length() - end);
        return utf8();
    }

    /** Renders the end of the page: OpenMetrics requires an end mark. */
    byte[] end(String contentType) {
        write(contentType, List.of());
        return utf8();
    }

    private void write(String contentType, List<MetricFamilySamples> families) {
        text.setLength(0);
        try {
            TextFormat.writeFormat(contentType, this, Collections.enumeration(families));
        } catch (IOException e) {
            throw new UncheckedIOException("writing metrics into memory", e);
        }
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
