/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.dump.JvmDumps;
import java.util.Optional;

/**
 * What became of the heap dump that a JVM wrote by itself.
 *
 * @param file its name
 * @param bytes of it when it was last seen; 0 where there was none
 * @param id of the dump that the sidecar keeps of it
 * @param note a sentence for people: what became of it, and what mends that
 */
public record OwnDump(String file, long bytes, Optional<String> id, String note) {
    /** It is about to be kept. */
    static OwnDump copying(String file, long bytes) {
        return new OwnDump(
                file,
                bytes,
                Optional.empty(),
                "Its heap dump " + file + " is being copied: GET /jobs.");
    }

    /** It is not kept. */
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
                            "Its heap dump %s is kept%s: GET /heapdumps/%s/summary."
                                    .formatted(
                                            file,
                                            fault.isEmpty()
                                                    ? ""
                                                    : ", but not whole (" + fault + ")",
                                            kept));
            case JvmDumps.NotKept(var why) ->
                    notKept(
                            file,
                            bytes,
                            "Its heap dump %s is not kept: %s %s"
                                    .formatted(file, why.detail(), why.remedy()));
        };
    }
}
