/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Finds classes that a library generates for each request: proxies, scripts, accessors. */
final class GeneratedClasses implements LeakKind {
    static final int SOME = 300;
    private static final int MANY = 1_000;

    /** Minimum for reflection's and the JDK's proxies: large healthy programs have more of them. */
    private static final int MANY_PROXIES = 3_000;

    /** The part of a generated name that differs between classes. */
    private static final Pattern NUMBER =
            Pattern.compile(
                    "(\\+0x|/0x)[0-9a-f]+|(?<=\\$\\$)[0-9a-f]+(?=$|_)"
                            + "|[0-9a-fx]{12,}|[0-9a-f]{7,}|[0-9]+");

    static final LibraryLeakText KIND =
            new LibraryLeakText(
                    "generated-classes",
                    "classes",
                    SOME,
                    MANY,
                    "Generate each class once and keep it: a cache of the proxy factory (useCache,"
                            + " TypeCache), one compiled script for each text.",
                    "A healthy program generates a class per type, some hundred in all.");

    /** "Script#" for Script17; the name itself if it has no number. */
    static String pattern(String className) {
        return className.chars().anyMatch(Character::isDigit)
                ? NUMBER.matcher(className).replaceAll("#")
                : className;
    }

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ClassLoader");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<String, List<HeapClass>> byPattern = new TreeMap<>();
        for (HeapClass each : heap.classes().all()) {
            String pattern = pattern(each.name());
            if (each.kind() == ClassKind.INSTANCE && !pattern.equals(each.name())) {
                byPattern.computeIfAbsent(pattern, _ -> new ArrayList<>()).add(each);
            }
        }
        List<KnownLeak> leaks = new ArrayList<>();
        byPattern.forEach(
                (pattern, classes) -> {
                    if (classes.size() >= SOME) {
                        add(pattern, classes, heap, leaks);
                    }
                });
        return leaks;
    }

    private static void add(
            String pattern, List<HeapClass> classes, LeakObjectReader heap, List<KnownLeak> leaks) {
        Set<Long> loaders = new LinkedHashSet<>();
        Set<Integer> ranks = new LinkedHashSet<>();
        for (HeapClass each : classes) {
            loaders.add(each.loader());
            ranks.add(heap.rank(each.address()));
        }
        boolean own = loaders.size() > 1 && 2 * loaders.size() >= classes.size();
        if (own) {
            loaders.forEach(each -> ranks.add(heap.rank(each)));
        }
        ranks.remove(0);
        if (ranks.isEmpty()) {
            return;
        }
        long loader = classes.getFirst().loader();
        int[] all = ranks.stream().mapToInt(Integer::intValue).toArray();
        HoldingChain chain = chain(classes.getFirst(), all, heap);
        String loadedBy =
                loader == 0
                        ? "the boot loader"
                        : (own ? Thousands.of(loaders.size()) + " loaders " : "loader ")
                                + heap.className(loader);
        String place = chain.application().orElse(pattern);
        String detail =
                "%s generated classes %s in %s"
                        .formatted(Thousands.of(classes.size()), pattern, loadedBy);
        boolean proxies = pattern.contains("$Proxy#") || pattern.contains("Accessor#");
        long many = proxies ? MANY_PROXIES : own ? SOME : MANY;
        leaks.add(
                new KnownLeak(
                        KIND.withMany(many).cause(place, place, detail, classes.size()),
                        heap.retained(all),
                        all,
                        chain.places()));
    }

    /** The holders of the classes: usually their instances, in one collection. */
    private static HoldingChain chain(HeapClass first, int[] all, LeakObjectReader heap) {
        HoldingChain own = HoldingChain.of(first.address(), heap);
        int common = own.places().isEmpty() ? CommonHolder.of(all, heap) : 0;
        return common == 0 ? own : HoldingChain.of(heap.address(common), heap);
    }
}
