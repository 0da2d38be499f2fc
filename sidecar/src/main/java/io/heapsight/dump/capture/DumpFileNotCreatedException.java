/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.TargetFile;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

/**
 * Thrown if the target could not open the dump file. The target's program is unaffected, and
 * another path may work.
 */
final class DumpFileNotCreatedException extends ProblemException {
    private final String reply;

    DumpFileNotCreatedException(TargetConnection target, TargetFile place, String reply) {
        super(
                new Problem(
                        Problem.Kind.REFUSED_BY_TARGET,
                        "The target could not create the heap dump",
                        "%s could not write %s: %s"
                                .formatted(
                                        target.jvm().label(), place.pathInTarget(), reply.strip()),
                        "Set HEAPSIGHT_DUMP_DIR to a folder that the target may write to."));
        this.reply = DumpFailures.lastLine(reply);
    }

    /** The last line of the target's answer. */
    String reply() {
        return reply;
    }
}
