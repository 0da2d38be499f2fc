/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.Optional;

/**
 * What attaching needs to know about a process.
 *
 * @param pid as we see it
 * @param nsPid as the process sees itself: the JVM names its files by it
 * @param startTicks when it started: another process that has the pid now is not the target
 * @param javaMajor 8, 11, …; 0 when it is not known
 * @param otherVm what it is when it is not HotSpot; empty for HotSpot, or when that is not known
 * @param attachDisabledBy where {@code -XX:+DisableAttachMechanism} was found
 * @param signalsReducedBy where {@code -Xrs} was found
 * @param isNativeImage whether it is a GraalVM native image, which takes commands if it was built
 *     so
 */
public record AttachTarget(
        int pid,
        int nsPid,
        long startTicks,
        int javaMajor,
        Optional<String> otherVm,
        Optional<String> attachDisabledBy,
        Optional<String> signalsReducedBy,
        boolean isNativeImage) {
    /** A process of which no more is known than its ids. */
    public static AttachTarget of(int pid, int nsPid, long startTicks) {
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
