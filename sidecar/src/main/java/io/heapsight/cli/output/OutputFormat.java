/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Locale;

/** How a command prints its result; written in lower case on the command line. */
public enum OutputFormat {
    TEXT,
    JSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
