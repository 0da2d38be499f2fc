/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.child.ChildJvm;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.util.function.Consumer;

/**
 * A stage of an analysis, done by a child process.
 *
 * @param result receives the digest or the plan, if the child sends one
 */
record Stage(Child child, Progress progress, Consumer<String> result) {
    /** Starts a child with this memory for its tables. */
    @FunctionalInterface
    interface Child {
        ChildJvm start(ByteSize tables) throws ProblemException;
    }
}
