/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.unit.Labelled;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The views of the heap explorer. */
enum ExplorerView implements Labelled {
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

    /** Parses the name of a view. */
    static final class Converter implements CommandLine.ITypeConverter<ExplorerView> {
        @Override
        public ExplorerView convert(String text) {
            return Labelled.find(values(), text)
                    .orElseThrow(
                            () ->
                                    new CommandLine.TypeConversionException(
                                            Arrays.stream(values())
                                                    .map(ExplorerView::label)
                                                    .collect(
                                                            Collectors.joining(
                                                                    ", ",
                                                                    text
                                                                            + " is not a view; expected one of: ",
                                                                    ""))));
        }
    }
}
