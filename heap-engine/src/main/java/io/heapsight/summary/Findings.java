/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import io.heapsight.summary.DominatorResults.ClassCopies;
import io.heapsight.summary.DominatorResults.LinkedShape;
import io.heapsight.summary.Waste.DuplicateStrings;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the problems of a heap, the most severe first: leak suspects, waste, garbage. */
final class Findings {
    /** The share of the reachable bytes below which waste is not reported. */
    private static final double LEAST_SHARE = 0.01;

    /** The share from which waste is significant; healthy programs waste less. */
    private static final double MUCH = 0.2;

    private static final int PLACES_OF_A_KIND = 3;
    private static final int FEW_LOADERS = 3;
    private static final int FAR_MORE = 4;
    private static final long LEAST_DIRECT = 16L << 20;
    private static final int MANY_MAPPED = 1_000;
    private static final int LONG_CHAIN = 10_000;

    private final HeapSummary summary;
    private final long reachable;
    private final List<Finding> found = new ArrayList<>();

    /** Suspects that healthy programs lack. */
    private final Set<Finding> certain = new HashSet<>();

    /** Waste held by leak suspects, by the place of the suspect. */
    private final Map<String, List<Finding>> ofSuspects = new HashMap<>();

    private Findings(HeapSummary summary) {
        this.summary = summary;
        this.reachable =
                summary.totals().split().map(split -> split.reachable().bytes()).orElse(0L);
    }

    static List<Finding> of(HeapSummary summary) {
        Findings findings = new Findings(summary);
        summary.retained().ifPresent(findings::addRetained);
        summary.waste().ifPresent(findings::addWaste);
        summary.garbageRoots().ifPresent(findings::addGarbage);
        return findings.ranked();
    }

    /**
     * Sorts by severity, leaks before waste. Leaks keep their order; waste follows the suspect that
     * holds it.
     */
    private List<Finding> ranked() {
        found.sort(
                Comparator.comparing(Finding::severity)
                        .thenComparingInt(this::rank)
                        .thenComparingLong(each -> isLeak(each) ? 0 : -each.bytes()));
        List<Finding> ranked = new ArrayList<>();
        for (Finding each : found) {
            ranked.add(each);
            List<Finding> below = isLeak(each) ? ofSuspects.remove(each.place()) : null;
            for (Finding waste : below == null ? List.<Finding>of() : below) {
                ranked.add(waste.noMoreSevereThan(each.severity()));
            }
        }
        return List.copyOf(ranked);
    }

    /** Far more memory outside the heap than in it ranks before suspects that may be healthy. */
    private int rank(Finding finding) {
        if (isLeak(finding)) {
            return certain.contains(finding) ? 0 : 2;
        }
        boolean outside = finding.kind() == Finding.Kind.DIRECT_BUFFERS;
        boolean high = finding.severity() == Severity.HIGH;
        return outside && high && finding.share() >= FAR_MORE ? 1 : 3;
    }

    private static boolean isLeak(Finding finding) {
        return finding.kind() == Finding.Kind.LEAK_SUSPECT;
    }

    private double share(long bytes) {
        return reachable == 0 ? 0 : (double) bytes / reachable;
    }

    private void addRetained(DominatorResults retained) {
        for (Suspect each : retained.suspects()) {
            HeldObjects holding = each.found();
            Finding finding =
                    new Finding(
                            Finding.Kind.LEAK_SUSPECT,
                            holding.severity(),
                            each.retainedBytes(),
                            each.share(),
                            each.place(),
                            each.sentence(),
                            HeapRemedies.of(holding));
            found.add(finding);
            if (holding.doubt() == 0) {
                certain.add(finding);
            }
        }
        for (ClassCopies each : retained.copies()) {
            if (each.loaders() >= FEW_LOADERS
                    && share(each.bytes()) >= LEAST_SHARE
                    && retained.suspects().stream().noneMatch(cause -> names(cause, each))) {
                addLoaders(each);
            }
        }
        for (LinkedShape each : retained.linked()) {
            if (each.longest() >= LONG_CHAIN && share(each.bytes()) >= LEAST_SHARE) {
                add(
                        Finding.Kind.LINKED_OBJECTS,
                        each.bytes(),
                        each.className(),
                        "%s objects of %s form one chain."
                                .formatted(Thousands.of(each.longest()), each.className()),
                        "Collectors mark such a chain slowly, and each element takes a reference:"
                                + " an array needs less.");
            }
        }
    }

    /** Whether a suspect already names these loaders in its cause. */
    private static boolean names(Suspect suspect, ClassCopies copies) {
        return suspect.found()
                .cause()
                .filter(
                        cause ->
                                (cause.subject() + " " + cause.place() + " " + cause.detail())
                                        .contains(copies.loaderClass()))
                .isPresent();
    }

    private void addLoaders(ClassCopies copies) {
        add(
                Finding.Kind.CLASS_LOADERS,
                copies.bytes(),
                copies.loaderClass(),
                "%s loaders of class %s have each loaded %s%s."
                        .formatted(
                                Thousands.of(copies.loaders()),
                                copies.loaderClass(),
                                copies.className(),
                                copies.classes() > 1
                                        ? " and " + Thousands.of(copies.classes() - 1) + " more"
                                        : ""),
                "One is enough, unless their versions differ: find out what holds the other"
                        + " loaders.");
    }

    private void add(Finding.Kind kind, long bytes, String place, String text, String remedy) {
        found.add(waste(kind, bytes, place, text, remedy));
    }

    private Finding waste(Finding.Kind kind, long bytes, String place, String text, String remedy) {
        double share = share(bytes);
        Severity severity = share >= MUCH ? Severity.MEDIUM : Severity.INFORMATION;
        return new Finding(kind, severity, bytes, share, place, text, remedy);
    }

    private void addWaste(Waste waste) {
        Map<WasteAt.Kind, Integer> told = new EnumMap<>(WasteAt.Kind.class);
        for (WasteAt each : waste.places()) {
            if (each.kind() == WasteAt.Kind.DIRECT_BUFFERS
                    || each.kind() == WasteAt.Kind.MAPPED_BUFFERS) {
                addDirect(each);
            } else if (share(each.bytes()) >= LEAST_SHARE
                    && !PreallocatedArrayDetector.isOne(each)
                    && told.merge(each.kind(), 1, Integer::sum) <= PLACES_OF_A_KIND) {
                addWaste(each);
            }
        }
        addStrings(waste, told.containsKey(WasteAt.Kind.DUPLICATE_STRINGS));
    }

    private void addWaste(WasteAt at) {
        Finding finding =
                waste(
                        kind(at.kind()),
                        at.bytes(),
                        at.place().name(),
                        text(at),
                        HeapRemedies.of(at.kind(), summary.collector()));
        boolean isOfSuspect =
                found.stream().anyMatch(each -> isLeak(each) && each.place().equals(at.suspect()));
        if (isOfSuspect) {
            ofSuspects.computeIfAbsent(at.suspect(), _ -> new ArrayList<>()).add(finding);
        } else {
            found.add(finding);
        }
    }

    /** Adds duplicate strings without a known holder. */
    private void addStrings(Waste waste, boolean told) {
        long wasted = waste.strings().map(DuplicateStrings::wastedBytes).orElse(0L);
        if (!told && share(wasted) >= LEAST_SHARE) {
            add(
                    Finding.Kind.DUPLICATE_STRINGS,
                    wasted,
                    "",
                    "Strings with equal content waste %s, in many places."
                            .formatted(new ByteSize(wasted)),
                    HeapRemedies.of(WasteAt.Kind.DUPLICATE_STRINGS, summary.collector()));
        }
    }

    private void addDirect(WasteAt buffers) {
        if (share(buffers.bytes()) < LEAST_SHARE) {
            return;
        }
        boolean much = buffers.bytes() >= LEAST_DIRECT && buffers.bytes() > reachable;
        boolean mapped = buffers.kind() == WasteAt.Kind.MAPPED_BUFFERS;
        Severity severe = mapped ? mapped(buffers.objects()) : Severity.HIGH;
        found.add(
                new Finding(
                        Finding.Kind.DIRECT_BUFFERS,
                        much ? severe : Severity.INFORMATION,
                        buffers.bytes(),
                        share(buffers.bytes()),
                        buffers.place().name(),
                        "%s holds %s %s with %s%s outside the heap."
                                .formatted(
                                        buffers.place().text(),
                                        Thousands.of(buffers.objects()),
                                        buffers.kind().words(),
                                        new ByteSize(buffers.bytes()),
                                        mapped ? " of files" : ""),
                        HeapRemedies.of(buffers.kind(), summary.collector())));
    }

    /** A large index is mapped in few parts; the kernel limits the number of parts. */
    private static Severity mapped(long buffers) {
        return buffers >= MANY_MAPPED ? Severity.MEDIUM : Severity.INFORMATION;
    }

    private static String text(WasteAt waste) {
        String saved = waste.kind() == WasteAt.Kind.BOXED_NUMBERS ? " that take " : " that waste ";
        return "%s %s %s %s%s%s."
                .formatted(
                        waste.place().text(),
                        waste.place().equals(HolderPlace.SEVERAL) ? "hold" : "holds",
                        Thousands.of(waste.objects()),
                        waste.kind().words(),
                        saved,
                        new ByteSize(waste.bytes()));
    }

    private static Finding.Kind kind(WasteAt.Kind kind) {
        return switch (kind) {
            case DUPLICATE_STRINGS -> Finding.Kind.DUPLICATE_STRINGS;
            case DUPLICATE_ARRAYS -> Finding.Kind.DUPLICATE_ARRAYS;
            case CONSTANT_ARRAYS -> Finding.Kind.CONSTANT_ARRAYS;
            case OVERSIZED_ARRAYS -> Finding.Kind.OVERSIZED_ARRAYS;
            case SPARSE_ARRAYS -> Finding.Kind.SPARSE_ARRAYS;
            case EMPTY_COLLECTIONS, SMALL_COLLECTIONS, SPARSE_COLLECTIONS ->
                    Finding.Kind.COLLECTIONS;
            case BOXED_NUMBERS -> Finding.Kind.BOXED_NUMBERS;
            case DIRECT_BUFFERS, MAPPED_BUFFERS -> Finding.Kind.DIRECT_BUFFERS;
        };
    }

    /** Adds a finding on garbage, with the root class that held most of it. */
    private void addGarbage(GarbageRoots roots) {
        Optional<GarbageRoots.RootClass> largest = roots.byClass().stream().findFirst();
        long heap =
                summary.totals()
                        .split()
                        .map(split -> split.reachable().bytes() + split.unreachable().bytes())
                        .orElse(0L);
        long least = summary.garbage().map(told -> told.atLeast().bytes()).orElse(0L);
        double share = heap == 0 ? 0 : (double) least / heap;
        if (largest.isEmpty() || share < LEAST_SHARE) {
            return;
        }
        GarbageRoots.RootClass root = largest.get();
        found.add(
                new Finding(
                        Finding.Kind.GARBAGE,
                        Severity.INFORMATION,
                        least,
                        share,
                        root.className(),
                        String.format(
                                Locale.ROOT,
                                "At least %s of garbage; %s of it was held by %s x %s.",
                                new ByteSize(least),
                                new ByteSize(root.below().bytes()),
                                Thousands.of(root.roots()),
                                root.className()),
                        "The next collection frees it. If there is always much of it, look at the"
                                + " allocations."));
    }
}
