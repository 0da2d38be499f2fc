/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Detects loaders of different plugins that each have loaded the same libraries. */
final class PluginLoaderFilter {
    private static final int MOST_URLS = 1_000;

    private PluginLoaderFilter() {}

    /**
     * Returns the loaders without those of plugins, which have classes and URLs that no other
     * loader has. If their URLs are unknown, all loaders must have classes of their own.
     *
     * @param alike loaders with mostly the same classes
     * @param byClass the loaders of each class name
     */
    static List<Long> withoutPlugins(
            List<Long> alike, Map<String, Set<Long>> byClass, LeakObjectReader heap) {
        Set<Long> own = withOwnClasses(byClass);
        boolean all = own.containsAll(alike);
        Map<Long, List<String>> urls = new HashMap<>();
        Map<List<String>, Integer> times = new HashMap<>();
        for (long loader : alike) {
            List<String> found = urls(loader, heap);
            urls.put(loader, found);
            times.merge(found, 1, Integer::sum);
        }
        return alike.stream()
                .filter(
                        loader -> {
                            List<String> found = urls.getOrDefault(loader, List.of());
                            boolean unique =
                                    found.isEmpty() ? all : times.getOrDefault(found, 0) == 1;
                            return !(own.contains(loader) && unique);
                        })
                .toList();
    }

    private static Set<Long> withOwnClasses(Map<String, Set<Long>> byClass) {
        Set<Long> own = new HashSet<>();
        byClass.forEach(
                (name, loaders) -> {
                    if (loaders.size() == 1 && GeneratedClasses.pattern(name).equals(name)) {
                        own.addAll(loaders);
                    }
                });
        return own;
    }

    /** The files of the URLs of a URLClassLoader; empty for other loaders. */
    private static List<String> urls(long loader, LeakObjectReader heap) {
        long list = heap.reference(heap.reference(loader, "ucp"), "path");
        List<String> files = new ArrayList<>();
        for (long url : heap.elements(heap.reference(list, "elementData"), MOST_URLS)) {
            heap.name(heap.reference(url, "file")).ifPresent(files::add);
        }
        return files;
    }
}
