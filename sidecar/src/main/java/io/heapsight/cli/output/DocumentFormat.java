/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Locale;

/** The output formats of a result that also has an HTML page. */
public enum DocumentFormat {
    TEXT,
    JSON,
    HTML;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
