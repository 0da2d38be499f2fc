/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Locale;

/** How a comparison is printed. */
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
