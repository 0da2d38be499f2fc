/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Switches a target's GC log on for some time with {@code VM.log} (JDK 9 and later), and stores it.
 *
 * <p>{@code GcLogger} is the operation: it adds one log output, whose file {@code LogFollower}
 * copies as it grows, and removes that output at the end. {@code VmLogCommands} are the commands,
 * {@code LogOutputs} the answer of {@code VM.log list}, {@code GcLogDestination} the file's place
 * and {@code HeapsightGcLogNames} its name, by which a later start recognises it. {@code
 * GcLogTaker} is the job, {@code GcLogStore} the storage.
 *
 * <p>Outputs of the user are never changed. {@code VM.log disable} would remove all outputs, and is
 * never sent.
 *
 * <p>Tests: {@code LogOutputsTest} with answers of five JDKs, {@code LogFollowerTest}; in
 * containers, {@code GcLogTest} of module tests.
 */
@NullMarked
package io.heapsight.vmlog;

import org.jspecify.annotations.NullMarked;
