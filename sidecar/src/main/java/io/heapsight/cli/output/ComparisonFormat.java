/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Locale;

/** The output formats of a comparison. */
public enum ComparisonFormat {
    TEXT,
    JSON,
    HTML,
    MARKDOWN,
    CSV;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
