/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.ClassTally;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The object layout of the dumped JVM and the sizes of all classes under it.
 *
 * @param isEstimate whether the dump does not confirm the sizes, because its identifiers are not
 *     addresses
 */
public record SizedLayout(
        ObjectLayout layout, ObjectSizes sizes, LayoutFacts facts, boolean isEstimate) {
    private static final int NOT_KNOWN = 0;

    /** "25.0.3+9" is of release 25, "1.8.0_412" of release 8. */
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,3})");

    /**
     * Finds the layout.
     *
     * @param jdk the version, such as "25.0.3+9" or "1.8.0_412", if known
     */
    public static SizedLayout find(
            HeapClasses classes, ClassTally tally, HeapFlags flags, Optional<String> jdk) {
        ClassSizes sizes = new ClassSizes(classes, tally);
        ClassSizes.Found found =
                sizes.find(
                        flags,
                        tally.arrayDistances(),
                        jdk.map(SizedLayout::feature).orElse(NOT_KNOWN));
        return new SizedLayout(
                found.layout(), sizes.under(found.layout()), found.facts(), sizes.areNumbered());
    }

    private static int feature(String version) {
        Matcher matcher = FEATURE.matcher(version);
        return matcher.lookingAt() ? Integer.parseInt(matcher.group(1)) : NOT_KNOWN;
    }
}
