/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

/** The services that record, store and summarise GC logs. */
public record GcLogServices(GcLogStore store, GcLogTaker taker, GcLogSummarizer summaries) {}
