/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.DuplicateClassList;
import io.heapsight.explore.GarbageRootList;
import io.heapsight.explore.LoaderList;
import io.heapsight.explore.MergedPaths;
import io.heapsight.explore.ObjectDetails;
import io.heapsight.explore.ObjectList;
import io.heapsight.explore.PackageList;
import io.heapsight.explore.PathList;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.ThreadStack;
import io.heapsight.explore.diff.HeapDiff;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.explore.secret.SecretList;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.diff.HeapDiffs;
import io.heapsight.heap.explore.ClassFigures;
import io.heapsight.heap.explore.IndexLayout;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.ObjectDescriber;
import io.heapsight.heap.explore.RelatedObjects;
import io.heapsight.heap.explore.RootPaths;
import io.heapsight.heap.explore.UnusableIndexException;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.overview.DuplicateClasses;
import io.heapsight.heap.overview.GarbageByRootClass;
import io.heapsight.heap.overview.Loaders;
import io.heapsight.heap.overview.Threads;
import io.heapsight.heap.overview.TopDominatorPackages;
import io.heapsight.heap.paths.MergedPathFinder;
import io.heapsight.heap.query.HeapQueries;
import io.heapsight.heap.secrets.HeapSecrets;
import io.heapsight.hprof.FileKind;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Answers queries for single objects and classes of a dump that has an index. Not thread-safe. */
public final class HeapExplorer implements AutoCloseable {
    /** Default time limit of a query or a search. */
    public static final Duration QUERY_LIMIT = Duration.ofMinutes(1);

    /** The size of an index, for users: unknown before it is written. */
    public static final String USUAL_INDEX_SIZE = "a tenth to a third of the inflated dump";

    /** The end of the name of an index, after that of its dump. */
    public static final String INDEX_SUFFIX = IndexLayout.SUFFIX;

    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final RelatedObjects related;
    private final HeapQueries queries;
    private final AnalysisRequest request;
    private final CancelSignal cancel;
    private final ExplorerExceptionMapper answers;

    private HeapExplorer(
            AnalysisRequest request, Path index, Progress progress, CancelSignal cancel)
            throws IOException, UnusableIndexException, ProblemException {
        this.request = request;
        this.cancel = cancel;
        long fileBytes = Files.size(request.file());
        heap =
                IndexedHeap.open(
                        request.file(),
                        index,
                        request.workDirectory(),
                        done -> progress.at("inflating", done, fileBytes),
                        cancel);
        describer = new ObjectDescriber(heap, request.revealStrings());
        related = new RelatedObjects(heap, describer, cancel);
        queries = new HeapQueries(heap, describer);
        answers = new ExplorerExceptionMapper(heap.indexFile().toString(), QUERY_LIMIT, cancel);
    }

    /** Sets the time limit of later queries and of searches for merged paths or secrets. */
    public void limitQueries(Duration limit) {
        answers.limit(limit);
    }

    /** The path of a dump's index. */
    public static Path indexOf(Path dump) {
        return IndexLayout.fileOf(dump);
    }

    /** An estimate of an index's size, before it is written. */
    public static long usualIndexBytes(long dumpBytes) {
        return IndexLayout.usualBytes(dumpBytes);
    }

    /** An upper bound of an index's size, before it is written. */
    public static long mostIndexBytes(long dumpBytes) {
        return IndexLayout.mostBytes(dumpBytes);
    }

    /**
     * Whether a dump is inflated into the work directory while it is open; no file stays behind.
     */
    public static boolean isCompressed(Path dump) throws IOException {
        return FileKind.of(dump).isCompressed();
    }

    /**
     * Opens a dump and its index; if there is no usable index, an analysis writes it.
     *
     * @param request the options of the analysis; answers also use its memory and folder
     * @param index path of the index
     * @param remade receives the reason for an analysis
     * @throws ProblemException if no index can be written
     */
    public static HeapExplorer open(
            AnalysisRequest request,
            Path index,
            HeapAnalyzer analyzer,
            Consumer<String> remade,
            Progress progress,
            CancelSignal cancel)
            throws IOException, ProblemException {
        try {
            return new HeapExplorer(request, index, progress, cancel);
        } catch (NoSuchFileException _) {
            remade.accept("there is no index yet: the dump is analysed once");
        } catch (UnusableIndexException e) {
            remade.accept("the index " + e.getMessage() + ": the dump is analysed again");
        }
        List<SkippedPhase> skipped =
                analyzer.keepingIndex(index).analyze(request, progress, cancel).skipped();
        try {
            return new HeapExplorer(request, index, progress, cancel);
        } catch (NoSuchFileException | UnusableIndexException e) {
            SkippedPhase why =
                    skipped.isEmpty()
                            ? new SkippedPhase(
                                    "the index", "it was not written", "check its folder")
                            : skipped.getLast();
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The dump has no index",
                    "%s: %s: %s".formatted(request.file(), why.phase(), why.reason()),
                    why.remedy(),
                    e);
        }
    }

    /**
     * Opens a dump and its existing index.
     *
     * @param request the dump, memory and folder for answers, and whether strings are shown
     * @param remedy how to create the index again
     * @throws ProblemException if the index can't be used; with the reason
     */
    public static HeapExplorer open(AnalysisRequest request, Path index, String remedy)
            throws IOException, ProblemException {
        try {
            return new HeapExplorer(request, index, Progress.SILENT, new CancelSignal());
        } catch (NoSuchFileException e) {
            throw unusable("It no longer exists.", remedy, e);
        } catch (UnusableIndexException e) {
            throw unusable("It " + e.getMessage() + ".", remedy, e);
        }
    }

    private static ProblemException unusable(String detail, String remedy, Exception cause) {
        return new ProblemException(
                Problem.Kind.CONFLICT,
                "The index of the heap dump can't be used",
                detail,
                remedy,
                cause);
    }

    /**
     * Classes with their figures.
     *
     * @param wanted selects classes by their names in Java source
     */
    public ClassList classes(Predicate<String> wanted, ClassList.Order order, int most) {
        List<ClassList.Row> all = new ArrayList<>();
        ClassFigures figures = heap.figures();
        for (HeapClass each : heap.classes().all()) {
            int i = each.index();
            if (figures.objects()[i] + figures.unreachableObjects()[i] > 0
                    && wanted.test(each.name())) {
                all.add(heap.figure(each));
            }
        }
        all.sort(order.comparator());
        return new ClassList(List.copyOf(all.subList(0, Math.min(most, all.size()))), all.size());
    }

    /**
     * The objects of a class, or of all classes of that name; those that retain most first.
     *
     * @param className as in Java source, or the address of the class object (0x…)
     */
    public ObjectList instances(String className, int most) throws ProblemException {
        boolean[] wanted = classesOf(className);
        return answers.of(() -> related.instances(wanted, most));
    }

    private boolean[] classesOf(String className) throws ProblemException {
        boolean[] wanted = new boolean[heap.classes().size()];
        boolean any = false;
        for (HeapClass each : heap.classes().all()) {
            wanted[each.index()] =
                    each.name().equals(className)
                            || ("0x" + Long.toHexString(each.address())).equals(className);
            any |= wanted[each.index()];
        }
        if (!any) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "The dump has no such class",
                    "No class is named " + className + ".",
                    "Name it as classes lists it: com.acme.Order$Line, int[], or by its address.");
        }
        return wanted;
    }

    /** An object with its figures and fields. */
    public ObjectDetails object(long address) throws ProblemException {
        return answers.of(() -> describer.details(there(address)));
    }

    /** The objects that an object refers to. */
    public ObjectList references(long address, int most) throws ProblemException {
        return answers.of(() -> related.references(there(address), most));
    }

    /** The objects that refer to an object. */
    public ObjectList referrers(long address, int most) throws ProblemException {
        return answers.of(() -> related.referrers(there(address), most));
    }

    /** The objects that an object immediately dominates; without an object, the top of the tree. */
    public ObjectList dominated(OptionalLong of, int most) throws ProblemException {
        return answers.of(
                () -> {
                    if (of.isPresent()) {
                        there(of.getAsLong());
                    }
                    return related.dominated(of, most);
                });
    }

    /** The paths from GC roots to an object. */
    public PathList paths(long address, int most) throws ProblemException {
        return answers.of(() -> new RootPaths(heap, describer, cancel).to(there(address), most));
    }

    /**
     * The content of a package, from the top of the dominator tree.
     *
     * @param name of the package; "" for the top
     */
    public PackageList packages(String name, int most) throws ProblemException {
        return answers.of(() -> TopDominatorPackages.in(heap, name, most, cancel));
    }

    /** The class loaders, those that retain most first. */
    public LoaderList loaders(int most) throws ProblemException {
        return answers.of(() -> Loaders.of(heap, most));
    }

    /** The threads, those that retain most first. */
    public ThreadList threads(int most) throws ProblemException {
        return answers.of(() -> new Threads(heap, describer).list(most));
    }

    /**
     * The stack of a thread.
     *
     * @param number of the thread
     * @param most maximum number of locals; the largest are kept
     */
    public ThreadStack stack(long number, int most) throws ProblemException {
        return answers.of(() -> new Threads(heap, describer).stack(number, most));
    }

    /** The roots of garbage by class, those with most bytes below them first. */
    public GarbageRootList garbageRoots(int most) throws ProblemException {
        return answers.of(() -> GarbageByRootClass.of(heap, most));
    }

    /**
     * Classes of one name that several loaders have defined.
     *
     * @param wanted selects classes by their names in Java source
     */
    public DuplicateClassList duplicateClasses(Predicate<String> wanted, int most)
            throws ProblemException {
        return answers.of(() -> DuplicateClasses.of(heap, wanted, most));
    }

    /**
     * The objects that meet the conditions of a query, or sums over them.
     *
     * @param most rows if the query has no {@code limit}
     * @throws ProblemException if it exceeds the time limit
     */
    public QueryResult query(HeapQuery query, int most) throws ProblemException {
        return answers.inTime(
                "query",
                "Ask for less, such as for the objects of one class or package",
                deadline -> queries.answer(query, most, deadline));
    }

    /**
     * A shortest path from a GC root to each object of a class, merged.
     *
     * @param className as for {@link #instances}
     * @param weak whether to include objects that only soft, weak or phantom references hold
     * @param most maximum number of objects in a tree
     * @throws ProblemException if it exceeds the memory or the time limit
     */
    public MergedPaths mergedPaths(String className, boolean weak, int most)
            throws ProblemException {
        boolean[] wanted = classesOf(className);
        try (MemoryBudget budget =
                new MemoryBudget(request.maxMemory().bytes(), request.workDirectory())) {
            return answers.inTime(
                    "search for paths",
                    "Ask for the path to a single object",
                    deadline ->
                            new MergedPathFinder(heap, describer, budget, deadline)
                                    .of(className, wanted, weak, most));
        }
    }

    /**
     * The places of credentials in the dump, without their text.
     *
     * @throws ProblemException if it exceeds the time limit
     */
    public SecretList secrets(int most) throws ProblemException {
        return answers.inTime(
                "search for secrets",
                "Read a smaller dump",
                deadline -> HeapSecrets.find(heap, most, cancel, deadline));
    }

    /**
     * Compares this dump with a later one.
     *
     * @param request the memory, and the folder for larger tables
     * @param most rows of each list
     * @throws ProblemException if neither memory nor disk suffices
     */
    public HeapDiff diff(HeapExplorer after, AnalysisRequest request, int most)
            throws ProblemException {
        try (MemoryBudget budget =
                new MemoryBudget(request.maxMemory().bytes(), request.workDirectory())) {
            return answers.andOf(after.heap.indexFile())
                    .of(() -> new HeapDiffs(heap, after.heap, cancel).compare(budget, most));
        } catch (BudgetExceededException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The memory for the comparison is too small",
                    "It " + e.reason() + ".",
                    "Give more with --max-memory, or --work-dir room.",
                    e);
        }
    }

    private long there(long address) throws ProblemException {
        if (heap.classAt(address) < 0 && heap.position(address) < 0) {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "The dump has no such object",
                    "No object begins at 0x%x.".formatted(address),
                    "Take an address from a list: the top of the dominator tree, or the instances"
                            + " of a class.");
        }
        return address;
    }

    @Override
    public void close() {
        heap.close();
    }
}
