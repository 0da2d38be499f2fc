/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the class of most elements of a collection of {@code java.util}, or of its keys. */
final class ElementClass {
    private static final Pattern PART =
            Pattern.compile(
                    "java\\.util\\.\\S*(Map|Set|List|Queue|Deque|Vector|Hashtable|Collections)\\S*"
                            + "|\\S+\\[]");

    private static final int SAMPLE = 512;
    private static final int MOST_STEPS = 1 << 14;
    private static final int MOST_REFERENCES = 1 << 12;

    /** Maximum references of one object; nodes of collections have fewer. */
    private static final int FEW_REFERENCES = 16;

    private static final int MOST_ELEMENTS = 1 << 16;

    private final LeakObjectReader heap;

    ElementClass(LeakObjectReader heap) {
        this.heap = heap;
    }

    /** "String", "com.acme.Hook"; empty if no class has more than half. */
    String of(long collection) {
        Map<String, Integer> counts = new HashMap<>();
        Set<Long> seen = new HashSet<>(Set.of(0L));
        Deque<Long> open = new ArrayDeque<>(Set.of(collection));
        int all = 0;
        for (int i = 0; i < MOST_STEPS && all < SAMPLE && !open.isEmpty(); i++) {
            long at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            if (at == collection || isPart(at)) {
                addParts(at, open);
            } else {
                counts.merge(heap.className(at), 1, Integer::sum);
                all++;
            }
        }
        for (Map.Entry<String, Integer> each : counts.entrySet()) {
            if (2 * each.getValue() > all) {
                return each.getKey().replaceFirst("^java\\.lang\\.(?=\\w+$)", "");
            }
        }
        return "";
    }

    /** The elements, or the keys and values of a map; the first ones of a very large collection. */
    List<Long> elements(long collection) {
        Set<Long> seen = new HashSet<>(Set.of(0L));
        Deque<Long> open = new ArrayDeque<>(Set.of(collection));
        List<Long> elements = new ArrayList<>();
        while (elements.size() < MOST_ELEMENTS && !open.isEmpty()) {
            long at = open.remove();
            if (!seen.add(at)) {
                continue;
            }
            if (at != collection && !isPart(at)) {
                elements.add(at);
                continue;
            }
            boolean array = heap.className(at).endsWith("[]");
            for (long each : heap.references(at, array ? MOST_ELEMENTS : FEW_REFERENCES)) {
                open.add(each);
            }
        }
        return elements;
    }

    /** Adds the key of an entry, without its value; of other parts, all references. */
    private void addParts(long part, Deque<Long> open) {
        if (heap.hasField(part, "key")) {
            open.add(heap.reference(part, "key"));
            return;
        }
        for (long each : heap.references(part, MOST_REFERENCES)) {
            if (each != 0 && !heap.className(each).isEmpty()) {
                open.add(each);
            }
        }
    }

    private boolean isPart(long address) {
        return isPart(heap.className(address));
    }

    /** Whether objects of a class are collections of {@code java.util}, or parts of one. */
    static boolean isPart(String className) {
        return PART.matcher(className).matches();
    }
}
