/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads limits and use of a process's control group, of version 1 or 2.
 *
 * <p>{@link io.heapsight.cgroup.Cgroup#find} searches the mounts of the process itself, which
 * contain its own group; the sidecar's mounts show the sidecar's group.
 *
 * <p>Tests: {@code CgroupV1Test}, {@code CgroupV2Test} and {@code EcsTaskLimitsTest} on recorded
 * trees and documents; in real containers, {@code ContainerFiguresTest} of module tests.
 */
@NullMarked
package io.heapsight.cgroup;

import org.jspecify.annotations.NullMarked;
