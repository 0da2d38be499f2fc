/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Takes Flight Recorder recordings of targets, as jobs, and stores them.
 *
 * <p>{@code RecordingTaker} is the job, {@code FlightRecorder} the recording, {@code JfrCommands}
 * the commands to the target, {@code SettingsDocument} posted settings, {@code RecordingStore} the
 * storage. This package does not read recordings, so that the sidecar's own JVM never loads Flight
 * Recorder.
 *
 * <p>{@code ContinuousRecordings} keeps Flight Recorder running in all followed targets, {@code
 * ContinuousRecording} in one; {@code ChunkFolder} holds its chunks open, {@code RecordingChunk}
 * repairs unfinished chunks of a killed JVM.
 *
 * <p>{@code JfrCommandsTest} covers the answers of five JDKs, {@code SettingsDocumentTest} the
 * documents, {@code RecordingChunkTest} corrupted chunks, {@code FlightRecorderTest} two targets
 * with one folder; {@code RecordingsTest} and {@code BlackBoxTest} of the module {@code tests} the
 * rest.
 */
@NullMarked
package io.heapsight.recording;

import org.jspecify.annotations.NullMarked;
