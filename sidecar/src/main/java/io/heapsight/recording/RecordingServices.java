/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

/** The services that store, take, summarise and scrub recordings, and the black boxes. */
public record RecordingServices(
        RecordingStore store,
        RecordingTaker taker,
        RecordingSummaries summaries,
        RecordingScrubs scrubs,
        ContinuousRecordings continuousRecordings) {}
