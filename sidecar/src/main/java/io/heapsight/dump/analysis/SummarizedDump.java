/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;

/** A dump that is kept, and what its summary says of classes. */
public record SummarizedDump(DumpRecord dump, SummaryClasses classes) {}
