/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Finds the loaders that earlier deployments or scripts left, and their holders. */
final class RedeployedLoaders implements LeakKind {
    private static final int MOST_HOLDERS = 4;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ClassLoader", "java/lang/Thread");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<Long> loaders = new ArrayList<>();
        List<Long> threads = new ArrayList<>();
        for (int rank : found.ranks()) {
            long address = heap.address(rank);
            (heap.isA(address, "java/lang/Thread") ? threads : loaders).add(address);
        }
        List<KnownLeak> leaks = new ArrayList<>();
        for (TwinLoaders each : TwinLoaders.in(loaders, heap)) {
            leaks.add(leak(each, threads, heap));
        }
        return leaks;
    }

    private static KnownLeak leak(TwinLoaders twins, List<Long> threads, LeakObjectReader heap) {
        LoaderHolderFinder places = new LoaderHolderFinder(twins, heap);
        Map<String, Long> holders = new LoadersByHolder(heap, threads).of(twins, places);
        int[] ranks =
                LongStream.concat(
                                twins.classes().stream().mapToLong(HeapClass::address),
                                LongStream.concat(
                                        twins.loaders().stream().mapToLong(Long::longValue),
                                        heap.statics(twins.classes()).stream()
                                                .mapToLong(Long::longValue)))
                        .mapToInt(heap::rank)
                        .filter(rank -> rank != 0)
                        .toArray();
        Optional<HolderPlace> place =
                holders.entrySet().stream()
                        .filter(each -> each.getValue() == twins.loaders().size())
                        .sorted(Map.Entry.comparingByKey())
                        .flatMap(each -> places.named(each.getKey()).stream())
                        .filter(each -> !each.jdk())
                        .findFirst();
        LeakCause cause =
                twins.isScripts()
                        ? scripts(twins, place, holders)
                        : redeployed(twins, place, holders);
        return new KnownLeak(
                cause, heap.retained(ranks), ranks, place.stream().collect(Collectors.toList()));
    }

    private static String words(Map<String, Long> holders) {
        return holders.entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_HOLDERS)
                .map(each -> each.getKey() + " holds " + Thousands.of(each.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static LeakCause redeployed(
            TwinLoaders twins, Optional<HolderPlace> place, Map<String, Long> holders) {
        String name = twins.application().isEmpty() ? "" : " \"" + twins.application() + "\"";
        String by = words(holders);
        return new LeakCause(
                "redeployed-loaders",
                LeakCause.Certainty.LEAK,
                place.map(HolderPlace::name).orElse(twins.loaderClass()),
                "%s class loaders of one application%s (%s)"
                        .formatted(Thousands.of(twins.loaders().size()), name, twins.loaderClass()),
                true,
                "earlier deployments left them (each has loaded %s)%s"
                        .formatted(twins.sample(), by.isEmpty() ? "" : "; " + by),
                twins.loaders().size(),
                "Stop threads, Timers and pools, remove ThreadLocals and shutdown hooks,"
                        + " and deregister drivers when the application stops"
                        + " (contextDestroyed).",
                "A healthy server has one loader for each application that is deployed.");
    }

    private static LeakCause scripts(
            TwinLoaders twins, Optional<HolderPlace> place, Map<String, Long> holders) {
        String by = place.isPresent() ? "" : words(holders);
        return GeneratedClasses.KIND
                .withMany(GeneratedClasses.SOME)
                .cause(
                        place.map(HolderPlace::name).orElse(twins.loaderClass()),
                        place.map(HolderPlace::text).orElse(twins.loaderClass()),
                        ("%s class loaders (%s) have each loaded %s: code that is generated"
                                        + " or loaded anew each time%s")
                                .formatted(
                                        Thousands.of(twins.loaders().size()),
                                        twins.loaderClass(),
                                        twins.sample(),
                                        by.isEmpty() ? "" : "; " + by),
                        twins.loaders().size());
    }
}
