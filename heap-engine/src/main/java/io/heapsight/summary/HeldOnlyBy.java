/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;

/**
 * The reachable objects that would be garbage if referents of one strength were not followed: those
 * unreachable through all stronger references.
 *
 * @param strength from soft to phantom
 * @param top the largest classes among them
 */
public record HeldOnlyBy(ReferenceStrength strength, Total total, List<ClassTotal> top) {
    public HeldOnlyBy {
        top = List.copyOf(top);
    }
}
