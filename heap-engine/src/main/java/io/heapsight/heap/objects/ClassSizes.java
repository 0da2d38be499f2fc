/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.heap.classes.ClassTally;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.layout.ArrayDistances;
import io.heapsight.heap.layout.FieldCounts;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.layout.HotSpotFields;
import io.heapsight.heap.layout.InstanceSizes;
import io.heapsight.heap.layout.LayoutInference;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.heap.layout.ObservedSize;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the bytes of each class' instances and of its class object from the object layout.
 * Infers the layout if the flags don't determine it.
 */
final class ClassSizes {
    private static final int NONE = -1;

    /** The assumed release if the JDK is unknown. */
    private static final int USUAL_JDK = 25;

    private final HeapClasses classes;
    private final ObservedSize[] observed;
    private final boolean isByAddress;
    private final boolean numbered;

    /** The classes with instances, each after its super class. */
    private final List<HeapClass> inOrder = new ArrayList<>();

    ClassSizes(HeapClasses classes, ClassTally tally) {
        this.classes = classes;
        this.observed = new ObservedSize[classes.size()];
        this.isByAddress = tally.isByAddress();
        Arrays.fill(observed, ObservedSize.NONE);
        for (int slot = 0; slot < tally.size(); slot++) {
            int index = classes.indexOf(tally.classAddress(slot));
            if (index >= 0 && !isVariable(classes.get(index))) {
                observed[index] =
                        new ObservedSize(
                                tally.count(slot),
                                tally.smallestDistance(slot),
                                tally.timesSmallest(slot));
            }
        }
        boolean[] seen = new boolean[classes.size()];
        for (HeapClass of : classes.all()) {
            putInOrder(of, seen);
        }
        this.numbered = areNumbers();
        if (numbered) {
            Arrays.fill(observed, ObservedSize.NONE);
        }
    }

    /**
     * Returns whether identifiers are not addresses but, for example, sequential numbers: most
     * objects lie closer to the next one than the smallest header allows.
     */
    private boolean areNumbers() {
        long close = 0;
        long all = 0;
        for (ObservedSize each : observed) {
            if (each.smallestDistance() != Long.MAX_VALUE) {
                all += each.instances();
                close +=
                        each.smallestDistance() < ObjectLayout.COMPACT_HEADER
                                ? each.instances()
                                : 0;
            }
        }
        return 2 * close > all;
    }

    /** Whether distances between objects give no sizes. */
    boolean areNumbered() {
        return numbered;
    }

    /** Whether instances differ in size: class objects and parts of stacks. */
    private static boolean isVariable(HeapClass of) {
        return of.rawName().equals("java/lang/Class")
                || of.rawName().equals(StackChunkSizes.CLASS_NAME);
    }

    private void putInOrder(HeapClass of, boolean[] seen) {
        List<HeapClass> pending = new ArrayList<>();
        @Nullable HeapClass level = of;
        while (level != null && !seen[level.index()] && level.kind() == ClassKind.INSTANCE) {
            seen[level.index()] = true;
            pending.add(level);
            level = classes.superOf(level);
        }
        inOrder.addAll(pending.reversed());
    }

    /** A layout and how it was determined. */
    record Found(ObjectLayout layout, LayoutFacts.Source source, String evidence) {
        LayoutFacts facts() {
            return new LayoutFacts(
                    layout.referenceBytes(),
                    layout.headerBytes(),
                    layout.alignmentBytes(),
                    layout.headerBytes() != ObjectLayout.WIDE_HEADER,
                    layout.headerBytes() == ObjectLayout.COMPACT_HEADER,
                    source,
                    evidence);
        }
    }

    /**
     * Finds the layout: from the flags if they suffice, else from distances.
     *
     * @param jdk the feature release, or 0 if unknown
     */
    Found find(HeapFlags flags, ArrayDistances arrays, int jdk) {
        Optional<ObjectLayout> flagged = ObjectLayout.of(flags, jdk);
        if (flagged.isPresent()) {
            return byFlags(flagged.get());
        }
        Optional<LayoutInference.Finding> inferred =
                numbered ? Optional.empty() : infer(arrays, jdk);
        int release = jdk > 0 ? jdk : inferred.map(found -> found.layout().jdk()).orElse(USUAL_JDK);
        flagged = ObjectLayout.of(flags, release).filter(layout -> agrees(layout, inferred));
        if (flagged.isPresent()) {
            return byFlags(flagged.get());
        }
        return inferred.map(
                        found ->
                                new Found(
                                        found.layout(),
                                        LayoutFacts.Source.INFERRED,
                                        found.evidence()))
                .orElseGet(
                        () ->
                                new Found(
                                        new ObjectLayout(
                                                Integer.BYTES,
                                                ObjectLayout.SMALL_HEADER,
                                                Long.BYTES,
                                                release),
                                        LayoutFacts.Source.INFERRED,
                                        numbered
                                                ? "the usual one: identifiers are numbers, not addresses;"
                                                        + " sizes are estimates"
                                                : "the usual one: no two objects show another"));
    }

    /**
     * Flags have different defaults by release. Two releases may fit the distances equally well, so
     * the header that the distances show takes precedence.
     */
    private static boolean agrees(
            ObjectLayout flagged, Optional<LayoutInference.Finding> inferred) {
        return inferred.isEmpty() || inferred.get().layout().headerBytes() == flagged.headerBytes();
    }

    private static Found byFlags(ObjectLayout layout) {
        return new Found(layout, LayoutFacts.Source.FLAGS, "flags of a JVM of JDK " + layout.jdk());
    }

    private Optional<LayoutInference.Finding> infer(ArrayDistances arrays, int jdk) {
        LayoutInference inference = new LayoutInference(arrays);
        int[] order = new int[classes.size()];
        Arrays.fill(order, NONE);
        int next = 0;
        for (HeapClass of : inOrder) {
            HeapClass parent = classes.superOf(of);
            inference.add(
                    of.rawName(),
                    parent == null ? NONE : order[parent.index()],
                    declared(of),
                    observed[of.index()]);
            order[of.index()] = next++;
        }
        return inference.find(jdk);
    }

    /** The sizes under a layout, corrected where the dump contradicts it. */
    ObjectSizes under(ObjectLayout layout) {
        InstanceSizes sizes = new InstanceSizes(layout);
        InstanceSizes.@Nullable Shape[] shapes = new InstanceSizes.Shape[classes.size()];
        long[] instanceBytes = new long[classes.size()];
        Arrays.fill(instanceBytes, NONE);
        for (HeapClass of : inOrder) {
            HeapClass parent = classes.superOf(of);
            InstanceSizes.Shape shape =
                    sizes.shape(
                            of.rawName(),
                            parent == null ? null : shapes[parent.index()],
                            declared(of));
            shapes[of.index()] = shape;
            long computed = sizes.instanceBytes(shape);
            ObservedSize seen = observed[of.index()];
            // If the next object in the file isn't the next in the heap, a distance is a bound.
            instanceBytes[of.index()] =
                    isByAddress
                            ? seen.settle(computed)
                            : Math.min(computed, seen.smallestDistance());
        }
        long[] elementBytes = new long[classes.size()];
        long[] arrayHeaders = new long[classes.size()];
        long[] classObjects = new long[classes.size()];
        InstanceSizes.@Nullable Shape mirror = shapes[classes.javaLangClass()];
        for (HeapClass of : classes.all()) {
            if (of.kind() != ClassKind.INSTANCE) {
                int bytes = layout.bytesOf(elements(of));
                elementBytes[of.index()] = bytes;
                arrayHeaders[of.index()] = layout.arrayBase(bytes);
            }
            if (mirror != null) {
                classObjects[of.index()] = sizes.mirrorBytes(mirror, statics(of, layout.jdk()));
            }
        }
        return new ObjectSizes(
                instanceBytes,
                arrayHeaders,
                elementBytes,
                classObjects,
                layout.alignmentBytes(),
                stackChunks(layout, sizes, shapes));
    }

    private Optional<StackChunkSizes> stackChunks(
            ObjectLayout layout, InstanceSizes sizes, InstanceSizes.@Nullable Shape[] shapes) {
        HeapClass chunk = StackChunkSizes.classIn(classes).orElse(null);
        InstanceSizes.Shape shape = chunk == null ? null : shapes[chunk.index()];
        if (chunk == null || shape == null) {
            return Optional.empty();
        }
        int size = StackChunkSizes.sizeOffset(classes, chunk);
        return size == HeapClasses.ABSENT
                ? Optional.empty()
                : Optional.of(
                        new StackChunkSizes(
                                chunk.index(), size, sizes.instanceBytes(shape), layout));
    }

    private static FieldCounts declared(HeapClass of) {
        ClassDump dump = of.dump();
        return dump == null ? FieldCounts.NONE : FieldCounts.of(dump.fieldTypes());
    }

    private FieldCounts statics(HeapClass of, int jdk) {
        ClassDump dump = of.dump();
        if (dump == null) {
            return FieldCounts.NONE;
        }
        int last = dump.staticTypes().length - 1;
        ByteArrayOutputStream types = new ByteArrayOutputStream(last + 1);
        for (int i = 0; i <= last; i++) {
            String name = classes.fieldName(dump.staticNames()[i]);
            if (HotSpotFields.isStaticField(name, i == last, jdk)) {
                types.write(dump.staticTypes()[i]);
            }
        }
        return FieldCounts.of(types.toByteArray());
    }

    private static BasicType elements(HeapClass array) {
        for (BasicType type : BasicType.values()) {
            if (array.rawName().equals(ClassNameTranslator.arrayName(type))) {
                return type;
            }
        }
        return BasicType.OBJECT;
    }
}
