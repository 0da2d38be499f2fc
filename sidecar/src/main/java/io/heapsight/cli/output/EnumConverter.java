/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.unit.Labelled;
import io.heapsight.unit.VisibleText;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Parses the constants of an enum by their labels. */
public class EnumConverter<E extends Labelled> implements CommandLine.ITypeConverter<E> {
    private final E[] values;

    /** Parses these constants. */
    protected EnumConverter(E[] values) {
        this.values = values.clone();
    }

    @Override
    public final E convert(String text) {
        return Labelled.find(values, text)
                .orElseThrow(
                        () ->
                                new CommandLine.TypeConversionException(
                                        "\"%s\" is not one of %s"
                                                .formatted(VisibleText.of(text, 50), labels())));
    }

    private String labels() {
        return Arrays.stream(values).map(Labelled::label).collect(Collectors.joining(", "));
    }
}
