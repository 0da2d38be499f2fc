/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.unit.Labelled;

/** The formats of the summary beside a stored file. */
public enum SummaryFormat implements Labelled {
    TEXT("txt"),
    JSON("json"),
    HTML("html");

    private final String suffix;

    SummaryFormat(String suffix) {
        this.suffix = suffix;
    }

    /** The suffix of the file's name: ".summary.txt". */
    public String end() {
        return ".summary." + suffix;
    }
}
