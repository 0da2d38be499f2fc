/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import io.heapsight.heap.retained.Retention;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks for leaks of several kinds. */
public final class LeakKinds {
    /** Less of the reachable bytes is not worth a line, whatever its kind. */
    private static final double LEAST_SHARE = 0.01;

    private static final int MOST_LEAKS = 16;

    private final List<LeakKind> kinds;
    private final KindReader reader;
    private final List<Instances> instances;

    /** Finds the objects that the kinds ask for. */
    public LeakKinds(List<LeakKind> kinds, Retention retention, KindReader reader) {
        this.kinds = kinds;
        this.reader = reader;
        this.instances = InstanceScan.of(kinds, retention);
    }

    /** Those that retain most first. */
    public List<FoundLeak> find() {
        List<FoundLeak> found = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            if (instances.get(i).count() > 0) {
                found.addAll(kinds.get(i).find(instances.get(i), reader));
            }
        }
        long least = (long) (LEAST_SHARE * reader.reachableBytes());
        return found.stream()
                .filter(each -> each.bytes() >= least)
                .sorted(Comparator.comparingLong(FoundLeak::bytes).reversed())
                .limit(MOST_LEAKS)
                .toList();
    }
}
