/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import java.util.Locale;

/** The formats of the summary beside a stored file. */
public enum SummaryForm {
    TEXT("txt"),
    JSON("json"),
    HTML("html");

    private final String suffix;

    SummaryForm(String suffix) {
        this.suffix = suffix;
    }

    /** "text", "json" or "html". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The suffix of the file's name: ".summary.txt". */
    public String end() {
        return ".summary." + suffix;
    }
}
