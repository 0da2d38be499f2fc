/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.kinds.FoundLeak;
import io.heapsight.heap.kinds.Instances;
import io.heapsight.heap.kinds.KindReader;
import io.heapsight.heap.kinds.LeakKind;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Loaders that earlier deployments of an application have left, and what holds each. */
final class RedeployedLoaders implements LeakKind {
    private static final int MOST_HOLDERS = 4;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ClassLoader", "java/lang/Thread");
    }

    @Override
    public List<FoundLeak> find(Instances found, KindReader heap) {
        List<Long> loaders = new ArrayList<>();
        List<Long> threads = new ArrayList<>();
        for (int rank : found.ranks()) {
            long address = heap.address(rank);
            (heap.isA(address, "java/lang/Thread") ? threads : loaders).add(address);
        }
        List<FoundLeak> leaks = new ArrayList<>();
        for (TwinLoaders each : TwinLoaders.in(loaders, heap)) {
            leaks.add(leak(each, threads, heap));
        }
        return leaks;
    }

    private static FoundLeak leak(TwinLoaders twins, List<Long> threads, KindReader heap) {
        Map<String, Long> holders = new LoaderHolders(heap, threads).of(twins.loaders());
        String by =
                holders.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(MOST_HOLDERS)
                        .map(each -> each.getKey() + " holds " + Thousands.of(each.getValue()))
                        .collect(Collectors.joining(", "));
        String name = twins.application().isEmpty() ? "" : " \"" + twins.application() + "\"";
        String detail =
                "earlier deployments left them (each has loaded %s)%s"
                        .formatted(twins.sample(), by.isEmpty() ? "" : "; " + by);
        int[] ranks =
                java.util.stream.LongStream.concat(
                                twins.classes().stream().mapToLong(HeapClass::address),
                                twins.loaders().stream().mapToLong(Long::longValue))
                        .mapToInt(heap::rank)
                        .filter(rank -> rank != 0)
                        .toArray();
        LeakCause cause =
                new LeakCause(
                        "redeployed-loaders",
                        LeakCause.Certainty.LEAK,
                        twins.loaderClass(),
                        "%s class loaders of one application%s (%s)"
                                .formatted(
                                        Thousands.of(twins.loaders().size()),
                                        name,
                                        twins.loaderClass()),
                        true,
                        detail,
                        twins.loaders().size(),
                        "Stop threads, Timers and pools, remove ThreadLocals and shutdown hooks,"
                                + " and deregister drivers when the application stops"
                                + " (contextDestroyed).",
                        "A healthy server has one loader for each application that is deployed.");
        return new FoundLeak(cause, heap.retained(ranks), ranks, List.of());
    }
}
