/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassRanking;
import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceNames;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.summary.Total;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the values that a program stores for classes with {@code java.lang.ClassValue}: the maps in
 * {@code Class.classValueMap}. No dump has this field, so all objects below it look unreachable.
 */
public final class ClassValueMaps {
    private static final String MAP = "java/lang/ClassValue$ClassValueMap";
    private static final String ENTRY = "java/lang/ClassValue$Entry";
    private static final String VERSION = "java/lang/ClassValue$Version";
    private static final int MOST_MAPS = 4_096;
    private static final int MOST_ENTRIES = 1_024;
    private static final int MOST_CLASSES = 10;

    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final ObjectFields object;
    private final ReferenceReader array;
    private final ReferenceNames names;
    private final Map<Long, Integer> timesByValue = new HashMap<>();
    private final Map<String, Integer> timesByClass = new HashMap<>();

    private ClassValueMaps(DumpedHeap heap) {
        this.heap = heap;
        this.classes = heap.classes();
        this.object = new ObjectFields(heap);
        this.array = new ReferenceReader(heap.bytes(), classes);
        this.names = new ReferenceNames(heap);
    }

    /**
     * The objects that the maps hold.
     *
     * @param place of the ClassValue with most entries, "com.acme.Registry.VALUES"
     * @param entries of that ClassValue
     * @param valueClass class of most values
     * @param classes all objects below the maps, the most bytes first
     */
    public record Found(
            String place,
            long entries,
            String valueClass,
            long bytes,
            List<Total.OfClass> classes) {
        /**
         * Returns a description: "4 values of class java.util.ArrayList, in all 80,000 x
         * com.acme.Row".
         */
        public String detail() {
            String values =
                    "%s values, one for each class, most of class %s"
                            .formatted(Thousands.of(entries), valueClass);
            return classes.isEmpty()
                    ? values
                    : values
                            + "; in all %s x %s"
                                    .formatted(
                                            Thousands.of(classes.getFirst().total().objects()),
                                            classes.getFirst().className());
        }
    }

    /** Reads the maps of class objects. */
    public static Optional<Found> read(DumpedHeap heap, UndecidedByHolder undecided) {
        if (undecided.classValueMaps().isEmpty()) {
            return Optional.empty();
        }
        ClassValueMaps maps = new ClassValueMaps(heap);
        undecided.classValueMaps().stream().limit(MOST_MAPS).forEach(maps::read);
        return Optional.of(maps.found(undecided.classValues()));
    }

    private void read(long map) {
        if (!object.open(map)) {
            return;
        }
        for (long entry : elements(object.reference(MAP, "cacheArray"))) {
            if (!object.open(entry)) {
                continue;
            }
            long version = version();
            long value = object.reference(ENTRY, "value");
            if (object.openAny(value)) {
                timesByClass.merge(object.type().name(), 1, Integer::sum);
            }
            long classValue = classValue(version);
            if (classValue != 0) {
                timesByValue.merge(classValue, 1, Integer::sum);
            }
        }
    }

    /** The version of an entry: its weak referent or, from JDK 25, a field. */
    private long version() {
        long weak = object.reference(ENTRY, "version");
        return weak == 0 ? object.referent() : referent(weak);
    }

    private long referent(long reference) {
        ObjectFields other = new ObjectFields(heap);
        return other.open(reference) ? other.referent() : 0;
    }

    private long classValue(long version) {
        return object.open(version) ? object.reference(VERSION, "classValue") : 0;
    }

    private long[] elements(long address) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0) {
            return new long[0];
        }
        array.open(position);
        long[] found = new long[(int) Math.min(MOST_ENTRIES, array.length())];
        return array.isObjectArray() ? Arrays.copyOf(found, array.read(0, found)) : new long[0];
    }

    private Found found(ClassTotals below) {
        Map.Entry<Long, Integer> most =
                timesByValue.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElse(Map.entry(0L, 0));
        String valueClass =
                timesByClass.entrySet().stream()
                        .max(
                                Map.Entry.<String, Integer>comparingByValue()
                                        .thenComparing(
                                                Map.Entry.comparingByKey(
                                                        Comparator.reverseOrder())))
                        .map(Map.Entry::getKey)
                        .orElse("?");
        List<Total.OfClass> ranked = ClassRanking.of(classes, below, _ -> true);
        List<Total.OfClass> telling =
                ranked.stream().filter(row -> !isOfTheJdk(row.className())).toList();
        List<Total.OfClass> shown = telling.isEmpty() ? ranked : telling;
        return new Found(
                place(most.getKey()),
                most.getValue(),
                valueClass,
                below.total().bytes(),
                shown.subList(0, Math.min(MOST_CLASSES, shown.size())));
    }

    private static boolean isOfTheJdk(String className) {
        return className.startsWith("java.")
                || (className.indexOf('.') < 0 && className.endsWith("]"));
    }

    /** The static field that refers to a ClassValue; otherwise its class. */
    private String place(long classValue) {
        if (classValue == 0) {
            return "java.lang.ClassValue";
        }
        for (HeapClass each : classes.all()) {
            ReferenceNames.Reference reference = names.find(each.address(), classValue);
            if (each.dump() != null && reference.kind() == ReferenceNames.Kind.STATIC) {
                return each.name() + "." + reference.name();
            }
        }
        return object.open(classValue) ? object.type().name() : "java.lang.ClassValue";
    }
}
