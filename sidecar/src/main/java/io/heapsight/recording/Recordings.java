/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

/**
 * The services for recordings: keeping, taking, summarising and scrubbing them, and black boxes.
 */
public record Recordings(
        RecordingStore store,
        RecordingTaker taker,
        RecordingSummaries summaries,
        RecordingScrubs scrubs,
        BlackBoxes blackBoxes) {}
