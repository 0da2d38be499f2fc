/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The views of the heap explorer. */
enum HeapView {
    CLASSES,
    INSTANCES,
    OBJECT,
    REFERENCES,
    REFERRERS,
    PATH,
    DOMINATORS,
    QUERY,
    PACKAGES,
    LOADERS,
    DUPLICATE_CLASSES,
    GARBAGE,
    THREADS,
    LOCALS,
    MERGED_PATHS,
    DIFF,
    SECRETS;

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Parses the name of a view. */
    static final class Converter implements CommandLine.ITypeConverter<HeapView> {
        @Override
        public HeapView convert(String text) {
            for (HeapView view : values()) {
                if (view.label().equals(text)) {
                    return view;
                }
            }
            throw new CommandLine.TypeConversionException(
                    text
                            + " is not a view; expected one of: "
                            + Arrays.stream(values())
                                    .map(HeapView::label)
                                    .collect(Collectors.joining(", ")));
        }
    }
}
