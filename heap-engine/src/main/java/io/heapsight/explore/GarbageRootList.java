/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.GarbageRoots.RootClass;
import io.heapsight.summary.Total;
import java.util.List;

/**
 * What hung together before it died: the roots of garbage by class, those with most bytes below
 * them first.
 *
 * @param roots of all classes
 * @param below all roots: the roots themselves and what hangs on them
 * @param onCycles garbage that no root leads to
 * @param total how many classes there are
 */
public record GarbageRootList(
        long roots, Total below, Total onCycles, List<RootClass> rows, long total) {}
