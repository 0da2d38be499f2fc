/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes Flight Recorder recordings of targets, as jobs, and keeps them.
 *
 * <p>{@code RecordingTaker} is the job, {@code FlightRecorder} the recording, {@code JfrCommands}
 * what the target is asked, {@code SettingsDocument} the settings that somebody posted, {@code
 * RecordingStore} where recordings are kept. Nothing here reads a recording: the sidecar's own JVM
 * never loads Flight Recorder.
 *
 * <p>{@code BlackBoxes} has targets record for as long as they are followed, {@code BlackBox} one
 * of them; {@code ChunkFolder} holds its chunks open, {@code RecordingChunk} mends what a killed
 * JVM left unfinished.
 *
 * <p>{@code JfrCommandsTest} covers the answers of five JDKs, {@code SettingsDocumentTest} the
 * documents, {@code RecordingChunkTest} spoilt chunks; {@code RecordingsTest} and {@code
 * BlackBoxTest} of the module {@code tests} the rest.
 */
@NullMarked
package io.heapsight.recording;

import org.jspecify.annotations.NullMarked;
