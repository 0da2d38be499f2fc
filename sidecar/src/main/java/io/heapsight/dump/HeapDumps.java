/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.mat.MatReports;
import io.heapsight.dump.store.DumpStore;

/** Who keeps, takes, analyses, redacts and uploads heap dumps, and has MAT look at them. */
public record HeapDumps(
        DumpStore store,
        HeapDumpTaker taker,
        DumpAnalyses analyses,
        DumpRedactions redactions,
        DumpUploads uploads,
        MatReports matReports) {}
