/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.ElementCounter;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.ShortestPathToRoot;
import io.heapsight.heap.holders.HolderFinder.Holder;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.PathDescriber;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HeldObjects.Pattern;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.Total;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Builds the leak suspect of an accumulation point: pattern, content and severity. */
final class SuspectBuilder {
    private static final int FEW_LOADERS = 3;

    /** Minimum share of an object's bytes in one group, if that group is to describe the object. */
    private static final double MOST_OF_HOLDER = 0.7;

    /** The alarming share of the reachable bytes: healthy programs hold up to 45 % in a place. */
    private static final double ALARMING_SHARE = 0.5;

    /** The share of the reachable bytes from which a cause that healthy programs lack is severe. */
    private static final double MUCH = 0.1;

    /** An idle JVM holds fewer bytes in total. */
    private static final long LEAST_BYTES = 2 << 20;

    private static final List<String> LISTENERS =
            List.of("listener", "observer", "subscriber", "callback");

    private final RetainedHeap retention;
    private final HeapClasses classes;
    private final ClassKeys keys;
    private final DominatedGroups groups;
    private final NodeObjectReader nodes;
    private final PathDescriber words;
    private final ElementCounter held;
    private final AccumulatedContentNamer contents;
    private final IntFunction<List<Holder>> holdersOf;

    /**
     * @param holdersOf the places that hold the object of a rank, or a large leaf
     */
    SuspectBuilder(
            RetainedHeap retention,
            DominatedGroups groups,
            ClassKeys keys,
            PathDescriber words,
            LeakObjectReader reader,
            IntFunction<List<Holder>> holdersOf) {
        this.retention = retention;
        this.classes = retention.heap().classes();
        this.groups = groups;
        this.keys = keys;
        this.nodes = new NodeObjectReader(retention);
        this.words = words;
        this.held = new ElementCounter(retention.heap(), retention.sizes());
        this.contents =
                new AccumulatedContentNamer(
                        classes, keys, new ArrayElementCounter(reader), this::address);
        this.holdersOf = holdersOf;
    }

    /** Whether the objects of a group are the program's own, or arrays of numbers. */
    boolean isTelling(DominatedGroup group) {
        return CodeOrigin.isProgram(classOf(group))
                || classOf(group).kind() == ClassKind.PRIMITIVE_ARRAY;
    }

    /**
     * Creates a suspect.
     *
     * @param below the objects below it by class
     */
    Suspect suspect(
            NamedAccumulation named,
            List<Total.OfClass> below,
            List<HeldObjects.MergedStep> merged,
            ShortestPathToRoot path) {
        AccumulationPoint of = named.of();
        boolean single = named.isOne();
        boolean group = !named.parts().isEmpty() || (!single && of.top().objects() > 1);
        long bytes = bytes(named);
        long address = single ? named.by().getFirst().held() : address(of.top().largest());
        HeapClass type = group ? classOf(of.top()) : held.classAt(address);
        long reachable = retention.retained().bytes(DominatorTree.ROOT);
        HeldObjects holding = holding(named, below, merged, single ? address : 0);
        return new Suspect(
                group ? Suspect.Kind.GROUP : Suspect.Kind.SINGLE,
                group ? OptionalLong.empty() : OptionalLong.of(address),
                group && keys.isClassObject(of.top().key()) ? "java.lang.Class" : type.name(),
                group ? Optional.empty() : label(address),
                type.loader(),
                group ? named.objects() : 1,
                bytes,
                (double) bytes / reachable,
                named.parts().isEmpty() ? accumulation(of, address) : Optional.empty(),
                words.steps(path),
                holding);
    }

    /** The key of the class that names the content of an accumulation. */
    int contentKey(AccumulationPoint of) {
        return contents.key(of);
    }

    /** The suspect with its known cause. */
    Suspect withCause(Suspect suspect, KnownLeak leak) {
        HeldObjects found = suspect.found().withCause(severity(leak), leak.places(), leak.cause());
        return suspect.withCause(leak.bytes(), share(leak.bytes()), found);
    }

    /** Creates a suspect from a leak that is too small, or too scattered, for an accumulation. */
    Suspect suspect(KnownLeak leak, ShortestPathToRoot path) {
        boolean group = leak.holders().length > 1;
        long address = address(leak.holders()[0]);
        HeapClass type = held.classAt(address);
        return new Suspect(
                group ? Suspect.Kind.GROUP : Suspect.Kind.SINGLE,
                group ? OptionalLong.empty() : OptionalLong.of(address),
                type.name(),
                group ? Optional.empty() : label(address),
                type.loader(),
                leak.holders().length,
                leak.bytes(),
                share(leak.bytes()),
                Optional.empty(),
                words.steps(path),
                new HeldObjects(
                        severity(leak),
                        group ? Pattern.GROUP : Pattern.OBJECT,
                        leak.places(),
                        List.of(),
                        1,
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        Optional.of(leak.cause())));
    }

    private double share(long bytes) {
        return (double) bytes / retention.retained().bytes(DominatorTree.ROOT);
    }

    /** A cause that healthy programs lack is a finding, however little it holds yet. */
    private Severity severity(KnownLeak leak) {
        boolean most = share(leak.bytes()) >= ALARMING_SHARE && leak.bytes() >= LEAST_BYTES;
        double share = share(Math.max(leak.bytes(), leak.outside()));
        return switch (leak.cause().certainty()) {
            case LEAK -> share >= MUCH ? Severity.HIGH : Severity.MEDIUM;
            case SHARE -> most ? Severity.HIGH : Severity.INFORMATION;
            case BOUNDED -> Severity.INFORMATION;
        };
    }

    private Optional<String> label(long address) {
        int node = retention.graph().node(address);
        return node < 0 ? Optional.empty() : words.label(node);
    }

    /**
     * The suspect's bytes: those retained by the only object held in the only place, or all
     * accumulated bytes.
     */
    private long bytes(NamedAccumulation named) {
        if (!named.parts().isEmpty()) {
            long all = named.parts().stream().mapToLong(this::bytes).sum();
            return Math.min(all, retention.retained().bytes(DominatorTree.ROOT));
        }
        AccumulationPoint of = named.of();
        long holder = of.holder().bytes();
        boolean most = of.bytes() >= MOST_OF_HOLDER * holder && !groups.isContainer(of.holder());
        long gathered = most ? holder : of.bytes();
        return named.isOne()
                ? Math.max(
                        gathered, retention.bytesOf(named.by().getFirst().held()).orElse(gathered))
                : gathered;
    }

    private Optional<Suspect.Accumulation> accumulation(AccumulationPoint of, long suspect) {
        DominatedGroup holder = of.holder();
        if (holder.isRoot() || holder.isLeaf() || holder.objects() > 1) {
            return Optional.empty();
        }
        long address = address(holder.largest());
        return address == suspect
                ? Optional.empty()
                : Optional.of(
                        new Suspect.Accumulation(
                                address, held.classAt(address).name(), holder.bytes()));
    }

    private long address(int owner) {
        return nodes.address(
                owner < 0
                        ? retention.largeLeaves().get(~owner).leaf()
                        : retention.tree().node(owner));
    }

    private HeapClass classOf(DominatedGroup group) {
        return classes.get(keys.classIndex(group.key()));
    }

    private HeldObjects holding(
            NamedAccumulation named,
            List<Total.OfClass> below,
            List<HeldObjects.MergedStep> merged,
            long address) {
        AccumulationPoint of = named.of();
        List<Holder> by = named.by();
        List<DominatedGroup> way = of.wayDown();
        int at = of.content() == null ? -1 : contents.programs(way, 0);
        Optional<HeldObjects.Content> content =
                at < 0
                        ? contents.entries(named).or(() -> arrays(named, below))
                        : Optional.of(
                                contents.orAllEntries(
                                        named,
                                        way.get(at),
                                        contents.content(way.get(at), named.rest())));
        OptionalLong elements = address == 0 ? OptionalLong.empty() : held.elements(address);
        Pattern found = pattern(of, by, at < 0 ? null : way.get(at), address);
        boolean part =
                content.isPresent() && elements.isPresent() && contents.isPart(named, way, at);
        boolean filled = found == Pattern.OBJECT && content.isPresent();
        Pattern pattern = filled ? Pattern.COLLECTION : found;
        return new HeldObjects(
                severity(named, content.isPresent()),
                pattern,
                by.stream().map(Holder::place).toList(),
                named.within().stream().map(Holder::place).toList(),
                named.holders(),
                elements,
                part ? Optional.empty() : content,
                at < 0 ? Optional.empty() : inner(way, at, by),
                below,
                others(named),
                merged,
                Optional.empty());
    }

    /** Returns the arrays that take most of the bytes of a thread with many local variables. */
    private Optional<HeldObjects.Content> arrays(
            NamedAccumulation named, List<Total.OfClass> below) {
        return below.stream()
                .limit(1)
                .filter(each -> named.isThread() && each.className().endsWith("[]"))
                .filter(each -> each.total().bytes() >= MOST_OF_HOLDER * bytes(named))
                .map(each -> new HeldObjects.Content(each.className(), each.total().objects()))
                .findFirst();
    }

    private List<HeldObjects.Other> others(NamedAccumulation named) {
        return named.others().stream()
                .map(each -> new HeldObjects.Other(each.by().getFirst().place(), bytes(each)))
                .toList();
    }

    /**
     * Returns the next point below at which few objects dominate many, if a field of the content
     * holds the many objects.
     */
    private Optional<HeldObjects.Inner> inner(
            List<DominatedGroup> way, int content, List<Holder> by) {
        for (int i = content + 1; i < way.size(); i++) {
            if (AccumulationPoint.isMany(way.get(content), way.get(i))) {
                DominatedGroup many = way.get(contents.programs(way, i));
                int top = i;
                return holdersOf.apply(way.get(top).largest()).stream()
                        .filter(Holder::isPrograms)
                        .filter(each -> by.stream().noneMatch(b -> b.place().equals(each.place())))
                        .findFirst()
                        .map(each -> new HeldObjects.Inner(each.place(), contents.content(many)));
            }
        }
        return Optional.empty();
    }

    private Pattern pattern(
            AccumulationPoint of, List<Holder> by, @Nullable DominatedGroup content, long address) {
        if (isLoaders(of)) {
            return Pattern.CLASS_LOADERS;
        }
        HolderPlace.Kind kind = by.isEmpty() ? null : by.getFirst().place().kind();
        if (kind == HolderPlace.Kind.THREAD_LOCAL) {
            return Pattern.THREAD_LOCAL;
        }
        if (content != null && isBelowExecutor(of)) {
            return Pattern.QUEUE;
        }
        if (kind == HolderPlace.Kind.LOCAL_VARIABLE) {
            return Pattern.LOCAL_VARIABLE;
        }
        if (content != null) {
            String name = classOf(content).rawName();
            if (name.contains("$$Lambda")) {
                return Pattern.LAMBDAS;
            }
            if (name.startsWith("java/nio/Direct")) {
                return Pattern.DIRECT_BUFFERS;
            }
            if (!by.isEmpty() && isOfListeners(by.getFirst().place().name(), name)) {
                return Pattern.LISTENERS;
            }
            if (content.isLinked() && CodeOrigin.isProgram(classOf(content))) {
                return Pattern.LINKED_OBJECTS;
            }
        }
        if (address == 0) {
            return by.isEmpty() || of.holder().isRoot() ? Pattern.GROUP : Pattern.COLLECTION;
        }
        if (held.classAt(address).kind() != ClassKind.INSTANCE) {
            return Pattern.ARRAY;
        }
        return content == null ? Pattern.OBJECT : Pattern.COLLECTION;
    }

    private boolean isLoaders(AccumulationPoint of) {
        for (DominatedGroup each : of.wayDown()) {
            if (each.objects() >= FEW_LOADERS
                    && (keys.isClassObject(each.key()) || groups.isLoader(each))) {
                return true;
            }
        }
        return false;
    }

    private boolean isBelowExecutor(AccumulationPoint of) {
        for (DominatedGroup at = of.holder(); at != null && !at.isRoot(); at = at.above()) {
            String name = classOf(at).rawName();
            if (name.endsWith("ThreadPoolExecutor") || name.endsWith("/ForkJoinPool")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfListeners(String place, String className) {
        String both = (place + " " + className).toLowerCase(Locale.ROOT);
        return LISTENERS.stream().anyMatch(both::contains);
    }

    /** Returns whether an accumulation is a search tree of nodes of the program or a library. */
    private boolean isStore(AccumulationPoint of) {
        return of.wayDown().stream()
                .filter(each -> each.isLinked() && each.bytes() >= MOST_OF_HOLDER * of.bytes())
                .filter(each -> CodeOrigin.isProgram(classOf(each)))
                .anyMatch(each -> SearchTreeCheck.isOne(retention.heap(), address(each.largest())));
    }

    /**
     * Returns the severity: high for half of the heap. In every program, some object has many
     * objects of many kinds below it. One array or string with half of the heap is not normal.
     */
    Severity severity(NamedAccumulation named) {
        return severity(named, contents.entries(named).isPresent());
    }

    /**
     * @param counted whether the class and number of the accumulated objects are known, such as for
     *     the entries of an array
     */
    private Severity severity(NamedAccumulation named, boolean counted) {
        long bytes = bytes(named);
        long all = bytes + named.others().stream().mapToLong(this::bytes).sum();
        boolean most = all >= ALARMING_SHARE * retention.retained().bytes(DominatorTree.ROOT);
        boolean ofManyKinds = named.of().content() == null && !named.of().top().isLeaf();
        if (bytes < LEAST_BYTES || !most || isStore(named.of())) {
            return Severity.INFORMATION;
        }
        if (ofManyKinds && !counted && !named.isInManyThreads()) {
            return Severity.INFORMATION;
        }
        return named.isNamed() ? Severity.HIGH : Severity.MEDIUM;
    }
}
