/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Class loaders of one class that have loaded the same classes: an application was deployed again
 * and its earlier loaders stayed.
 *
 * @param loaderClass as in Java source
 * @param application name of the application in the server; "" if the loader has none
 * @param loaders addresses
 * @param classes of all of them
 * @param sample a class that each of them has loaded
 */
record TwinLoaders(
        String loaderClass,
        String application,
        List<Long> loaders,
        List<HeapClass> classes,
        String sample) {
    static final int FEW = 3;

    /** Maximum classes of a loader for a script or generated class, with inner classes. */
    private static final int MOST_OF_SCRIPT = 5;

    /** Minimum share of a loader's classes that its twin has, too. */
    private static final double ALIKE = 0.6;

    /** Fields in which servers keep the name of an application. */
    private static final Pattern LETTER = Pattern.compile("[a-zA-Z]");

    /** The hash in {@code Object.toString}, which differs between deployments. */
    private static final Pattern HASH = Pattern.compile("@[0-9a-f]+");

    private static final List<String> NAMES = List.of("contextName", "_name", "name", "appName");

    /**
     * Returns whether the loaders belong to scripts: many loaders with a few classes each, too few
     * for an application.
     */
    boolean isScripts() {
        return application.isEmpty()
                && loaders.size() >= GeneratedClasses.SOME
                && classes.size() <= MOST_OF_SCRIPT * loaders.size();
    }

    /** The largest group for each class of loaders and application. */
    static List<TwinLoaders> in(List<Long> loaders, LeakObjectReader heap) {
        Map<Long, List<HeapClass>> loaded = new HashMap<>();
        for (HeapClass each : heap.classes().all()) {
            if (each.loader() != 0 && each.kind() == ClassKind.INSTANCE) {
                loaded.computeIfAbsent(each.loader(), _ -> new ArrayList<>()).add(each);
            }
        }
        Map<String, List<Long>> byName = new TreeMap<>();
        for (long loader : loaders) {
            if (loaded.containsKey(loader)) {
                String key = heap.className(loader) + "\n" + application(loader, heap);
                byName.computeIfAbsent(key, _ -> new ArrayList<>()).add(loader);
            }
        }
        List<TwinLoaders> twins = new ArrayList<>();
        byName.forEach((key, all) -> add(key, all, loaded, heap, twins));
        return twins;
    }

    private static String application(long loader, LeakObjectReader heap) {
        for (String field : NAMES) {
            String name = heap.name(heap.reference(loader, field)).orElse("");
            if (LETTER.matcher(name).find()) {
                return HASH.matcher(name).replaceAll("");
            }
        }
        return heap.name(heap.reference(heap.reference(loader, "_context"), "_contextPath"))
                .orElse("");
    }

    private static void add(
            String key,
            List<Long> all,
            Map<Long, List<HeapClass>> loaded,
            LeakObjectReader heap,
            List<TwinLoaders> twins) {
        if (all.size() < FEW) {
            return;
        }
        Map<String, Set<Long>> byClass = new HashMap<>();
        for (long loader : all) {
            for (HeapClass each : loaded.getOrDefault(loader, List.of())) {
                byClass.computeIfAbsent(each.name(), _ -> new TreeSet<>()).add(loader);
            }
        }
        Map.Entry<String, Set<Long>> most =
                byClass.entrySet().stream()
                        .filter(
                                each ->
                                        GeneratedClasses.pattern(each.getKey())
                                                .equals(each.getKey()))
                        .max(
                                Comparator.comparingInt(
                                                (Map.Entry<String, Set<Long>> each) ->
                                                        each.getValue().size())
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .orElse(Map.entry("", Set.of()));
        String[] names = key.split("\n", -1);
        List<Long> similar =
                most.getValue().stream()
                        .filter(each -> isAlike(loaded.getOrDefault(each, List.of()), byClass))
                        .toList();
        List<Long> alike =
                names[1].isEmpty()
                        ? PluginLoaderFilter.withoutPlugins(similar, byClass, heap)
                        : similar;
        if (alike.size() >= FEW) {
            List<HeapClass> classes =
                    alike.stream()
                            .flatMap(each -> loaded.getOrDefault(each, List.of()).stream())
                            .collect(Collectors.toList());
            twins.add(new TwinLoaders(names[0], names[1], alike, classes, most.getKey()));
        }
    }

    private static boolean isAlike(List<HeapClass> classes, Map<String, Set<Long>> byClass) {
        long shared =
                classes.stream()
                        .filter(each -> byClass.getOrDefault(each.name(), Set.of()).size() > 1)
                        .count();
        return shared >= ALIKE * classes.size();
    }
}
