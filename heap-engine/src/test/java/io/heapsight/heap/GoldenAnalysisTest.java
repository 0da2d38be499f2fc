/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.GoldenDump.Count;
import io.heapsight.hprof.HprofFile;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the whole analysis of real dumps with Eclipse MAT (objects) and HotSpot (bytes). */
class GoldenAnalysisTest {
    private static final String INT_ARRAY = "int[]";
    private static final String FILLER = "jdk.internal.vm.FillerElement[]";
    private static final String CLASS = "java.lang.Class";

    /** Address of the class loader that MAT invents for the boot loader. */
    private static final String MADE_UP = "java.lang.ClassLoader";

    /** Upper share of all objects held only by VM roots and class mirrors, which no dump shows. */
    private static final double HELD_BY_THE_VM = 0.001;

    /** Classes held by {@code Class.reflectionData}: dumps have no fields of class objects. */
    private static final Pattern HELD_BY_MIRRORS =
            Pattern.compile(
                    "byte\\[]|java\\.lang\\.(Class\\[]|Class\\$ReflectionData|Object|String|Thread|Thread\\$FieldHolder)"
                            + "|java\\.lang\\.(invoke|ref|reflect)\\..*|jdk\\.internal\\.reflect\\..*"
                            + "|java\\.security\\.AccessControlContext|java\\.util\\.ImmutableCollections\\$List12");

    private static final Map<GoldenDump, HeapSummary> SUMMARIES = new EnumMap<>(GoldenDump.class);

    @TempDir private Path directory;

    private static AnalysisRequest request(
            GoldenDump dump, HeapFlags flags, Scope scope, Optional<Path> objectsOut) {
        return new AnalysisRequest(
                dump.file(),
                new ByteSize(256L << 20),
                10,
                flags,
                scope,
                objectsOut,
                false,
                dump.file().resolveSibling("."));
    }

    private static HeapSummary analyze(AnalysisRequest request) throws Exception {
        return new HeapAnalyzer().analyze(request, Progress.SILENT, new CancelSignal());
    }

    /** Garbage scopes with the inferred layout, analysed once. */
    private static synchronized HeapSummary garbage(GoldenDump dump) throws Exception {
        HeapSummary known = SUMMARIES.get(dump);
        if (known == null) {
            known = analyze(request(dump, HeapFlags.NONE, Scope.GARBAGE, Optional.empty()));
            SUMMARIES.put(dump, known);
        }
        return known;
    }

    private static Totals.Split split(Totals totals) {
        return totals.split().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void reachableAndUnreachableObjectsEqualMat(GoldenDump dump) throws Exception {
        HeapSummary summary = garbage(dump);
        Map<Long, Count> reachable = new HashMap<>(dump.matReachable());
        Map<Long, Count> unreachable = new HashMap<>(dump.matUnreachable());
        for (ClassRow row : summary.classes()) {
            Totals.Split split = split(row.totals());
            long madeUp = row.name().equals(MADE_UP) ? 1 : 0;
            assertThat(split.reachable().objects() + madeUp)
                    .as("reachable %s", row)
                    .isEqualTo(objects(reachable.remove(row.address())));
            assertThat(split.unreachable().objects() + split.filler().objects())
                    .as("unreachable %s", row)
                    .isEqualTo(objects(unreachable.remove(row.address())));
        }
        assertThat(reachable.values()).allMatch(count -> count.objects() == 0);
        assertThat(unreachable.values()).allMatch(count -> count.objects() == 0);

        Totals.Split all = split(summary.totals());
        assertThat(all.reachable().objects() + 1).isEqualTo(dump.matTotal("objects"));
        assertThat(all.unreachable().objects() + all.filler().objects())
                .isEqualTo(dump.matTotal("unreachable_objects"));
    }

    private static long objects(@Nullable Count count) {
        return count == null ? 0 : count.objects();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void bytesOfEveryClassEqualHotSpot(GoldenDump dump) throws Exception {
        HeapSummary summary = garbage(dump);
        Map<String, Total> ours = byName(summary);
        Map<String, Total> theirs = histogram(dump.histogramOfAll());
        Total filler = split(summary.totals()).filler();
        Total intArrays = take(ours, INT_ARRAY);
        Total classes = take(ours, CLASS);
        Total theirClasses = take(theirs, CLASS);
        if (theirs.containsKey(FILLER)) {
            assertThat(filler).isEqualTo(take(theirs, FILLER));
            assertThat(intArrays.minus(filler)).isEqualTo(take(theirs, INT_ARRAY));
            // mirrors of classes that were archived but never loaded are in no dump
            assertThat(classes.objects()).isLessThan(theirClasses.objects());
            assertThat(classes.bytes()).isLessThan(theirClasses.bytes());
        } else {
            assertThat(intArrays).isEqualTo(take(theirs, INT_ARRAY));
            assertThat(classes).isEqualTo(theirClasses);
        }
        ours.values().removeIf(total -> total.objects() == 0);
        assertThat(ours).isEqualTo(theirs);
    }

    private static Total take(Map<String, Total> totals, String className) {
        return Objects.requireNonNull(totals.remove(className), className);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void layoutFromFlagsEqualsLayoutFromDistances(GoldenDump dump) throws Exception {
        HeapSummary told =
                analyze(
                        request(
                                dump,
                                HeapFlags.parse(dump.flags()),
                                Scope.HISTOGRAM,
                                Optional.empty()));
        HeapSummary inferred =
                analyze(request(dump, HeapFlags.NONE, Scope.HISTOGRAM, Optional.empty()));
        assertThat(inferred.layout().source()).isEqualTo(LayoutFacts.Source.INFERRED);
        assertThat(byName(inferred)).isEqualTo(byName(told));
        assertThat(byName(inferred)).isEqualTo(byName(garbage(dump)));
    }

    @ParameterizedTest
    @EnumSource(names = {"G1_25", "SERIAL_25"})
    void immediateDominatorsOfEveryObjectAreMats(GoldenDump dump) throws Exception {
        Path out = directory.resolve("objects.tsv");
        analyze(request(dump, HeapFlags.NONE, Scope.EVERYTHING, Optional.of(out)));
        Map<Long, Long> theirs = dump.matDominators();
        assertThat(theirs.remove(0L)).as("made up").isEqualTo(0L);
        try (BufferedReader lines = Files.newBufferedReader(out)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] columns = line.split("\t", -1);
                long dominator = columns[4].equals("-") ? 0 : Long.decode(columns[4]);
                assertThat(theirs.remove(Long.decode(columns[0]))).as(line).isEqualTo(dominator);
            }
        }
        assertThat(theirs).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void stronglySoftlyAndFinallyReachableObjectsAreLive(GoldenDump dump) throws Exception {
        Map<String, Long> difference = new TreeMap<>();
        try (HprofFile file = HprofFile.open(dump.file());
                MemoryBudget budget = new MemoryBudget(64L << 20);
                WorkerThreads workers = new WorkerThreads(2)) {
            PhaseStarter phases = new PhaseStarter(Progress.SILENT, new CancelSignal());
            HeapLoader.Loaded loaded = new HeapLoader(file, budget, workers, phases).load();
            HeapClasses classes = loaded.heap().classes();
            ObjectSizes sizes =
                    SizedLayout.find(classes, loaded.tally(), HeapFlags.NONE, Optional.empty())
                            .sizes();
            Reachability marked =
                    Reachability.mark(
                            loaded.heap(),
                            sizes,
                            null,
                            budget,
                            workers,
                            phases.start("marking", 1));
            for (ReferenceStrength strength :
                    List.of(
                            ReferenceStrength.STRONG,
                            ReferenceStrength.SOFT,
                            ReferenceStrength.FINALIZER)) {
                for (HeapClass each : classes.all()) {
                    long objects = marked.heldOnlyBy(strength).of(each.index()).objects();
                    difference.merge(each.name(), objects, Long::sum);
                }
            }
        }
        for (Map.Entry<String, Total> row : histogram(dump.histogramOfLive()).entrySet()) {
            difference.merge(row.getKey(), -row.getValue().objects(), Long::sum);
        }
        long mirrorsMissing = -difference.getOrDefault(CLASS, 0L);
        long locksMissing = -difference.getOrDefault(INT_ARRAY, 0L);
        assertThat(locksMissing)
                .as("int[0] that classes lock while they initialise, of mirrors that are missing")
                .isBetween(0L, Math.max(0, mirrorsMissing));
        difference.keySet().removeAll(Set.of(CLASS, INT_ARRAY, FILLER));
        difference.values().removeIf(objects -> objects == 0);
        assertThat(difference.keySet()).allMatch(name -> HELD_BY_MIRRORS.matcher(name).matches());
        assertThat(difference.values()).allMatch(objects -> objects < 0);
        long different = difference.values().stream().mapToLong(Math::abs).sum();
        assertThat(different)
                .as("%s", difference)
                .isLessThan((long) (HELD_BY_THE_VM * garbage(dump).totals().all().objects()));
    }

    private static Map<String, Total> byName(HeapSummary summary) {
        Map<String, Total> totals = new TreeMap<>();
        for (ClassRow row : summary.classes()) {
            totals.merge(row.name(), row.totals().all(), Total::plus);
        }
        return totals;
    }

    /** HotSpot's rows by Java source name; hidden classes as the dump spells them. */
    private static Map<String, Total> histogram(Map<String, Count> rows) {
        Map<String, Total> totals = new TreeMap<>();
        rows.forEach(
                (name, count) ->
                        totals.merge(
                                ClassNameTranslator.javaName(name.replace('.', '/'))
                                        .replace(".0x", "+0x"),
                                new Total(count.objects(), count.bytes()),
                                Total::plus));
        return totals;
    }
}
