/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.report.section.SectionHtml;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page template from the program's resources, with placeholders: {@code {{facts}}}. All pages
 * share a head with a policy that forbids loading anything, and allows scripts only on pages with a
 * script.
 */
public final class PageTemplate {
    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private static final String STYLE = "summary.css";

    private final String name;
    private final String title;
    private final List<String> styles;

    /** Fills a placeholder. */
    @FunctionalInterface
    public interface Parts {
        void write(String part, Writer out) throws IOException;
    }

    /**
     * @param name of the resource with the page's body
     * @param title unescaped
     * @param styles resources with more than the style that all pages have
     */
    public PageTemplate(String name, String title, String... styles) {
        this.name = name;
        this.title = title;
        this.styles = List.of(styles);
    }

    public void write(Writer out, Parts parts) throws IOException {
        String body = resource(name);
        fill(resource("head.html"), (part, page) -> head(part, body, page), out);
        fill(body, parts, out);
        out.flush();
    }

    private void head(String part, String body, Writer out) throws IOException {
        switch (part) {
            case "scripts" ->
                    out.write(body.contains("<script>") ? "; script-src 'unsafe-inline'" : "");
            case "title" -> out.write(SectionHtml.escape(title));
            case "style" -> {
                out.write(resource(STYLE));
                for (String style : styles) {
                    out.write(resource(style));
                }
            }
            default -> throw new IllegalStateException("head.html: no part " + part);
        }
    }

    private static void fill(String template, Parts parts, Writer out) throws IOException {
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf(CLOSE, open);
            out.write(template, at, open - at);
            parts.write(template.substring(open + OPEN.length(), close), out);
            at = close + CLOSE.length();
        }
        out.write(template, at, template.length() - at);
    }

    public static String resource(String name) throws IOException {
        try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the program does not contain its resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
