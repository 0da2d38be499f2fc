/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.kinds.LeakKind;
import java.util.List;

/** Kinds of leak through classes of libraries. */
public final class LibraryKinds {
    public static final List<LeakKind> ALL = List.of();

    private LibraryKinds() {}
}
