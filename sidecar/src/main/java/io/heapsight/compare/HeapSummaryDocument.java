/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.List;
import java.util.Map;

/**
 * The compared parts of a heap summary's JSON document.
 *
 * @param version of the document's schema; 0 if missing
 * @param name of the dump's file
 * @param layout in words: objects have different sizes in different layouts
 * @param figures by metric, without those that the analysis skipped
 * @param classes by name, merged over loaders
 * @param allClasses whether the document contains all of them
 * @param whole whether the dump is complete
 */
record HeapSummaryDocument(
        long version,
        String name,
        String layout,
        Map<Metric, Double> figures,
        Map<String, HeapClassChange.Side> classes,
        boolean allClasses,
        boolean whole,
        List<String> skipped) {}
