/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import java.nio.file.Path;
import java.util.Locale;

/** The reports that Eclipse MAT's batch mode creates for a dump. */
public enum MatReport {
    SUSPECTS,
    OVERVIEW,
    TOP_COMPONENTS;

    /** The name in MAT and in the API: {@code top_components}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** MAT's id of the report. */
    String id() {
        return "org.eclipse.mat.api:" + label();
    }

    /** The file name of a download; starts with the id of the dump. */
    public String fileName(DumpRecord dump) {
        return dump.id() + ".mat-" + label() + ".zip";
    }

    /** The path of the report of a dump; may not exist. */
    Path file(DumpStore store, DumpRecord dump) {
        return store.folder().resolve(fileName(dump));
    }
}
