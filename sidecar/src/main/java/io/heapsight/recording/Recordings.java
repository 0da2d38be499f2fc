/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

/** Who keeps, takes, summarises and scrubs recordings, and has targets record until they die. */
public record Recordings(
        RecordingStore store,
        RecordingTaker taker,
        RecordingSummaries summaries,
        RecordingScrubs scrubs,
        BlackBoxes blackBoxes) {}
