/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.Optional;

/** Makes targets for tests. */
final class AttachTargets {
    private AttachTargets() {}

    /** A process with known ids and unknown properties. */
    static AttachTarget of(int pid, int nsPid, long startTicks) {
        return new AttachTarget(
                pid,
                nsPid,
                startTicks,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }
}
