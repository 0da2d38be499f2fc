/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

/** Who keeps, takes and summarises recordings. */
public record Recordings(
        RecordingStore store, RecordingTaker taker, RecordingSummaries summaries) {}
