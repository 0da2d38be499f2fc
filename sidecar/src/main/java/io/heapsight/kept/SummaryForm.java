/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.unit.Labelled;

/** The formats in which the summary of a stored file is stored beside it. */
public enum SummaryForm implements Labelled {
    TEXT("txt"),
    JSON("json"),
    HTML("html");

    private final String suffix;

    SummaryForm(String suffix) {
        this.suffix = suffix;
    }

    /** The end of the file's name: ".summary.txt". */
    public String end() {
        return ".summary." + suffix;
    }
}
