/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Locale;

/** How a result is printed that is a page, too. */
public enum DocumentFormat {
    TEXT,
    JSON,
    HTML;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
