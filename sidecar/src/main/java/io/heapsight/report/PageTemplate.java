/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** A page that is a resource of the program, with places for what is put in: {@code {{title}}}. */
public final class PageTemplate {
    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private final String name;

    /** Puts something into a place. */
    @FunctionalInterface
    public interface Parts {
        void write(String part, Writer out) throws IOException;
    }

    public PageTemplate(String name) {
        this.name = name;
    }

    public void write(Writer out, Parts parts) throws IOException {
        String template = resource(name);
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf(CLOSE, open);
            out.write(template, at, open - at);
            parts.write(template.substring(open + OPEN.length(), close), out);
            at = close + CLOSE.length();
        }
        out.write(template, at, template.length() - at);
        out.flush();
    }

    public static String resource(String name) throws IOException {
        try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
