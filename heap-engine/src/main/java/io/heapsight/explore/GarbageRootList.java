/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.GarbageRoots.RootClass;
import io.heapsight.summary.Total;
import java.util.List;

/**
 * Lists the garbage roots of a dump by class, ranked by the bytes below them.
 *
 * @param roots of all classes
 * @param below the roots of all classes and the objects below them
 * @param onCycles garbage without a root
 * @param total number of classes
 */
public record GarbageRootList(
        long roots, Total below, Total onCycles, List<RootClass> rows, long total) {}
