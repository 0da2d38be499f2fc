/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.ProcFs;
import java.io.IOException;

/**
 * Detects processes that their cgroup has frozen, for example by {@code docker pause}.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v1/freezer-subsystem.html">Cgroup
 *     Freezer</a>
 */
public final class FrozenProcessCheck {
    private static final String STATE_V1 = "freezer.state";
    private static final String EVENTS_V2 = "cgroup.events";

    private FrozenProcessCheck() {}

    /** Whether a process is frozen; false also if that can't be read. */
    public static boolean isFrozen(ProcFs procFs, int pid) {
        try {
            CgroupHierarchies hierarchies = new CgroupHierarchies(procFs, pid);
            return hierarchies
                            .groupOf("freezer", STATE_V1)
                            .map(group -> !group.textIfAny(STATE_V1).equals("THAWED"))
                            .orElse(false)
                    || hierarchies
                            .groupOf("", EVENTS_V2)
                            .map(
                                    group ->
                                            CgroupDirectory.figure(
                                                                    group.textIfAny(EVENTS_V2),
                                                                    "frozen")
                                                            .orElse(0)
                                                    == 1)
                            .orElse(false);
        } catch (IOException _) {
            return false;
        }
    }
}
