/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.dump.JvmDumps;
import java.util.Optional;

/**
 * The outcome of the heap dump that a JVM wrote by itself.
 *
 * @param file its name
 * @param bytes last known size; 0 if there was none
 * @param id of the stored copy
 * @param note a sentence for people: the outcome and its remedy
 */
public record OwnDump(String file, long bytes, Optional<String> id, String note) {
    /** The dump is being copied. */
    static OwnDump copying(String file, long bytes) {
        return new OwnDump(
                file,
                bytes,
                Optional.empty(),
                "Its heap dump " + file + " is being copied: GET /jobs.");
    }

    /** The dump was not stored. */
    static OwnDump notKept(String file, long bytes, String why) {
        return new OwnDump(file, bytes, Optional.empty(), why);
    }

    /** The same, when that is known. */
    OwnDump with(JvmDumps.Outcome outcome) {
        return switch (outcome) {
            case JvmDumps.Kept(String kept, String fault) ->
                    new OwnDump(
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
            case JvmDumps.NotKept(var why) ->
                    notKept(
                            file,
                            bytes,
                            "Its heap dump %s was not stored: %s %s"
                                    .formatted(file, why.detail(), why.remedy()));
        };
    }
}
