/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The control group that a process belongs to: what its container may use, and uses.
 *
 * <p>{@link io.heapsight.cgroup.Cgroup#find} looks for it in the file system as the process itself
 * sees it, since that is where a container's own group is mounted; our own mount shows ours.
 */
@NullMarked
package io.heapsight.cgroup;

import org.jspecify.annotations.NullMarked;
