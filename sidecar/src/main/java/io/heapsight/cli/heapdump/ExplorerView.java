/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.EnumConverter;
import io.heapsight.unit.Labelled;

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
    static final class Converter extends EnumConverter<ExplorerView> {
        Converter() {
            super(values());
        }
    }
}
