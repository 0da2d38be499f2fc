/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.ByteSize;
import picocli.CommandLine;

/** Parses sizes such as "96m". */
public final class SizeConverter implements CommandLine.ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String text) {
        try {
            return ByteSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
