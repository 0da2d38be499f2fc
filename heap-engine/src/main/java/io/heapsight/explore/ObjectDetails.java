/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that is known of one object.
 *
 * @param loader of its class, 0 for the boot loader
 * @param length of an array
 * @param root what makes it a GC root
 * @param dominator empty below the root, and where the object is not reachable
 * @param referrers how many objects refer to it; empty where only a reading of the dump tells
 * @param fields instance fields from its class up; of a class object the static fields of the class
 */
public record ObjectDetails(
        ObjectRow object,
        long loader,
        OptionalLong length,
        Optional<String> root,
        Optional<ObjectRow> dominator,
        OptionalLong referrers,
        List<FieldRow> fields) {}
