/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.mat.MatReports;
import io.heapsight.dump.store.DumpStore;

/** The services that store, take, analyse, redact and upload heap dumps, and run MAT on them. */
public record HeapDumpServices(
        DumpStore store,
        HeapDumpTaker taker,
        DumpAnalyses analyses,
        DumpRedactions redactions,
        DumpUploads uploads,
        MatReports matReports) {}
