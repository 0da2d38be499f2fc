/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import picocli.CommandLine;

/** Parses {@code --top}: a number of rows, at least one. */
public final class RowCountConverter implements CommandLine.ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        try {
            int rows = Integer.parseInt(text);
            if (rows < 1) {
                throw new NumberFormatException(text);
            }
            return rows;
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException(
                    "\"" + text + "\" is not a number of rows (expected 1 or more)");
        }
    }
}
