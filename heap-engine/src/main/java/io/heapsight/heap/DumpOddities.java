/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;

/** Describes anomalies of a dump, such as impossible or repeated addresses of objects. */
final class DumpOddities {
    private DumpOddities() {}

    static List<String> of(HeapLoader.Loaded loaded, SizedLayout layout) {
        List<String> odd = new ArrayList<>();
        if (loaded.strays() > 0) {
            odd.add(loaded.strays() + " objects have an impossible address; skipped");
        }
        if (loaded.repeated() > 0) {
            odd.add(
                    Thousands.of(loaded.repeated())
                            + " records have the address of an object before them: each object is"
                            + " counted once");
        }
        if (layout.isEstimate()) {
            odd.add(
                    "identifiers are numbers, not addresses: sizes are estimates, computed from"
                            + " the fields");
        }
        return odd;
    }
}
