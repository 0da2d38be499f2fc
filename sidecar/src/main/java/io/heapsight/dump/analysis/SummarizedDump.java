/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;

/** A stored dump, and the classes of its summary. */
public record SummarizedDump(DumpRecord dump, SummaryClasses classes) {}
