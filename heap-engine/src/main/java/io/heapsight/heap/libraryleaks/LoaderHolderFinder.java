/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the field, ThreadLocal or thread that holds a class loader through one of its classes or an
 * object of such a class. Fields of the loader's own classes don't count: they live no longer than
 * the loader.
 */
final class LoaderHolderFinder {
    private static final int MOST_STEPS = 1 << 12;
    private static final int MOST_LOOKED_UP = 256;
    private static final int MOST_CLASSES = 4;

    private final LeakObjectReader heap;
    private final Map<Long, List<Long>> classes = new HashMap<>();
    private final Map<Long, Long> loaderOfClass = new HashMap<>();
    private final Set<String> own = new HashSet<>();
    private final Map<Integer, HolderPlace> byCollection = new HashMap<>();
    private final Map<String, HolderPlace> byWords = new HashMap<>();
    private int lookedUp;

    LoaderHolderFinder(TwinLoaders twins, LeakObjectReader heap) {
        this.heap = heap;
        for (HeapClass each : twins.classes()) {
            classes.computeIfAbsent(each.loader(), _ -> new ArrayList<>()).add(each.address());
            loaderOfClass.put(each.address(), each.loader());
            own.add(each.name());
        }
    }

    /**
     * The description of the place that holds a loader.
     *
     * @param programs whether to find only places in the program
     */
    Optional<String> of(long loader, boolean programs) {
        List<Long> from = new ArrayList<>(List.of(loader));
        List<Long> loaded = classes.getOrDefault(loader, List.of());
        from.addAll(loaded.subList(0, Math.min(MOST_CLASSES, loaded.size())));
        for (long each : from) {
            int top = top(each, loader);
            HolderPlace place = heap.dominator(top) == 0 && programs ? null : above(top);
            if (place != null && !(programs && place.jdk())) {
                String words = words(place);
                byWords.put(words, place);
                return Optional.of(words);
            }
        }
        return Optional.empty();
    }

    /** The place with this description. */
    Optional<HolderPlace> named(String words) {
        return Optional.ofNullable(byWords.get(words));
    }

    private static String words(HolderPlace place) {
        return place.kind() == HolderPlace.Kind.LOCAL_VARIABLE
                ? "thread " + place.thread()
                : place.text();
    }

    /**
     * The highest object above an address that belongs to the loader: itself, its classes, their
     * objects.
     */
    private int top(long address, long loader) {
        int top = heap.rank(address);
        int at = top;
        for (int i = 0; i < MOST_STEPS && at != 0; i++) {
            long holder = heap.address(at);
            if (holder == loader
                    || loaderOfClass.getOrDefault(holder, 0L) == loader
                    || heap.loaderOf(holder) == loader) {
                top = at;
            }
            at = heap.dominator(at);
        }
        return top;
    }

    /** The place above an object; objects in one collection share it, and it is looked up once. */
    private @Nullable HolderPlace above(int top) {
        if (top == 0) {
            return null;
        }
        List<Integer> collections = new ArrayList<>();
        int at = heap.dominator(top);
        for (int i = 0; i < MOST_STEPS && at != 0; i++) {
            HolderPlace known = byCollection.get(at);
            if (known != null) {
                return known;
            }
            if (isCollection(heap.className(heap.address(at)))) {
                collections.add(at);
            }
            at = heap.dominator(at);
        }
        HolderPlace found = lookedUp++ < MOST_LOOKED_UP ? lookUp(heap.address(top)) : null;
        if (found != null) {
            collections.forEach(each -> byCollection.put(each, found));
        }
        return found;
    }

    private static boolean isCollection(String className) {
        return className.startsWith("java.util.") || className.endsWith("[]");
    }

    private @Nullable HolderPlace lookUp(long address) {
        HolderPlace last = null;
        for (HolderPlace each : heap.chain(address)) {
            if (isOwn(each)) {
                continue;
            }
            if (each.kind() == HolderPlace.Kind.STATIC_FIELD
                    || each.kind() == HolderPlace.Kind.THREAD_LOCAL) {
                return each;
            }
            last = each.jdk() && each.kind() == HolderPlace.Kind.FIELD ? last : each;
        }
        return last;
    }

    private boolean isOwn(HolderPlace place) {
        int dot = place.name().lastIndexOf('.');
        return place.kind() != HolderPlace.Kind.LOCAL_VARIABLE
                && dot > 0
                && own.contains(place.name().substring(0, dot));
    }
}
