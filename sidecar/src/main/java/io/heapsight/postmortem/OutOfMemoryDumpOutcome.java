/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.dump.OutOfMemoryDumpCopier;
import java.util.Optional;

/**
 * The outcome of the heap dump that a JVM wrote by itself.
 *
 * @param file its name
 * @param bytes last known size; 0 without a dump
 * @param id of the stored copy
 * @param note a sentence: the outcome and its remedy
 */
public record OutOfMemoryDumpOutcome(String file, long bytes, Optional<String> id, String note) {
    /** Creates the outcome of a dump that is being copied. */
    static OutOfMemoryDumpOutcome copying(String file, long bytes) {
        return new OutOfMemoryDumpOutcome(
                file,
                bytes,
                Optional.empty(),
                "Its heap dump " + file + " is being copied: GET /jobs.");
    }

    /** Creates the outcome of a dump that was not stored. */
    static OutOfMemoryDumpOutcome notKept(String file, long bytes, String why) {
        return new OutOfMemoryDumpOutcome(file, bytes, Optional.empty(), why);
    }

    /** Returns a copy with the outcome of storing it. */
    OutOfMemoryDumpOutcome with(OutOfMemoryDumpCopier.Outcome outcome) {
        return switch (outcome) {
            case OutOfMemoryDumpCopier.Kept(String kept, String fault) ->
                    new OutOfMemoryDumpOutcome(
                            file,
                            bytes,
                            Optional.of(kept),
                            "Its heap dump %s is stored%s: GET /heapdumps/%s/summary."
                                    .formatted(
                                            file,
                                            fault.isEmpty()
                                                    ? ""
                                                    : ", but incomplete (" + fault + ")",
                                            kept));
            case OutOfMemoryDumpCopier.NotKept(var why) ->
                    notKept(
                            file,
                            bytes,
                            "Its heap dump %s was not stored: %s %s"
                                    .formatted(file, why.detail(), why.remedy()));
        };
    }
}
