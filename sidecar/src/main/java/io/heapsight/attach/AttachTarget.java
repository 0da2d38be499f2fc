/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.Optional;

/**
 * The data about a process that an attach needs.
 *
 * @param pid as seen by the sidecar
 * @param nsPid as the process sees itself; part of the names of the JVM's files
 * @param startTicks start time: identifies the target if its pid is reused
 * @param javaMajor 8, 11, …; 0 if unknown
 * @param otherVm name of another VM; empty for HotSpot, or if unknown
 * @param attachDisabledBy where {@code -XX:+DisableAttachMechanism} was found
 * @param signalsReducedBy where {@code -Xrs} was found
 * @param isNativeImage whether it is a GraalVM native image, which accepts commands if they are
 *     built in
 */
public record AttachTarget(
        int pid,
        int nsPid,
        long startTicks,
        int javaMajor,
        Optional<String> otherVm,
        Optional<String> attachDisabledBy,
        Optional<String> signalsReducedBy,
        boolean isNativeImage) {}
