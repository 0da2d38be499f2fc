/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.List;
import java.util.Map;

/**
 * What a heap summary's JSON document says, as far as it is compared.
 *
 * @param version of the document's shape; 0 where it doesn't say
 * @param name of the dump's file
 * @param layout in words: two layouts give the same objects other sizes
 * @param figures by metric; those that were left out of the analysis are missing
 * @param classes by name, those of all loaders together
 * @param allClasses whether the document has all of them
 * @param whole whether nothing of the dump is missing
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
