/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.Condition;
import io.heapsight.explore.query.NamePattern;
import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassNames;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.LoaderNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Makes a condition into what it asks of the objects of each class. */
final class ClassTests {
    private final IndexedHeap heap;
    private final SizedClasses sized;
    private final int idBytes;
    private final LoaderNames loaders;

    private ClassTests(IndexedHeap heap, SizedClasses sized) {
        this.heap = heap;
        this.sized = sized;
        this.idBytes = heap.file().bytes().idBytes();
        this.loaders = new LoaderNames(heap);
    }

    /** By the number of the class; equal tests are one. */
    static ObjectTest[] of(
            Condition condition, IndexedHeap heap, SizedClasses sized, Deadline deadline) {
        ClassTests tests = new ClassTests(heap, sized);
        ObjectTest[] byClass = new ObjectTest[heap.classes().size()];
        Map<ObjectTest, ObjectTest> distinct = new HashMap<>();
        for (int i = 0; i < byClass.length; i++) {
            deadline.check();
            ObjectTest test = tests.of(condition, heap.classes().get(i));
            byClass[i] = distinct.computeIfAbsent(test, UnaryOperator.identity());
        }
        return byClass;
    }

    private ObjectTest of(Condition condition, HeapClass of) {
        return switch (condition) {
            case Condition.And and -> all(and.parts(), of);
            case Condition.Or or -> any(or.parts(), of);
            case Condition.Not not -> inverse(of(not.negated(), of));
            case Condition.ClassNamed named -> known(named.name().matches(of.name()));
            case Condition.ClassUnder under ->
                    known(of.name().startsWith(under.packageName() + "."));
            case Condition.ClassExtends above -> known(hasAbove(of, above.name()));
            case Condition.PackageNamed named ->
                    known(named.name().matches(ClassNames.packageOf(of.name())));
            case Condition.LoaderNamed named ->
                    known(of.loader() != 0 && named.name().matches(loaders.of(of.loader())));
            case Condition.LoaderAt at -> known(of.loader() == at.address());
            case Condition.Compared compared -> compared(compared, of);
            case Condition.FieldCompared field -> field(field, of);
            case Condition.Reachable() -> new ObjectTest.OfReachability();
        };
    }

    private static ObjectTest known(boolean holds) {
        return holds ? ObjectTest.ALWAYS : ObjectTest.NEVER;
    }

    private static ObjectTest inverse(ObjectTest test) {
        return switch (test) {
            case ObjectTest.Always() -> ObjectTest.NEVER;
            case ObjectTest.Never() -> ObjectTest.ALWAYS;
            case ObjectTest.Inverse inverse -> inverse.negated();
            default -> new ObjectTest.Inverse(test);
        };
    }

    private ObjectTest all(List<Condition> conditions, HeapClass of) {
        List<ObjectTest> parts = new ArrayList<>();
        for (Condition each : conditions) {
            ObjectTest part = of(each, of);
            if (part.equals(ObjectTest.NEVER)) {
                return ObjectTest.NEVER;
            }
            if (!part.equals(ObjectTest.ALWAYS)) {
                parts.add(part);
            }
        }
        if (parts.size() <= 1) {
            return parts.isEmpty() ? ObjectTest.ALWAYS : parts.getFirst();
        }
        return new ObjectTest.AllOf(cheapFirst(parts));
    }

    private ObjectTest any(List<Condition> conditions, HeapClass of) {
        List<ObjectTest> parts = new ArrayList<>();
        for (Condition each : conditions) {
            ObjectTest part = of(each, of);
            if (part.equals(ObjectTest.ALWAYS)) {
                return ObjectTest.ALWAYS;
            }
            if (!part.equals(ObjectTest.NEVER)) {
                parts.add(part);
            }
        }
        if (parts.size() <= 1) {
            return parts.isEmpty() ? ObjectTest.NEVER : parts.getFirst();
        }
        return new ObjectTest.AnyOf(cheapFirst(parts));
    }

    private static List<ObjectTest> cheapFirst(List<ObjectTest> parts) {
        return parts.stream().sorted(Comparator.comparingInt(ObjectTest::cost)).toList();
    }

    private boolean hasAbove(HeapClass of, NamePattern name) {
        return heap.classes().lineage(of).stream().anyMatch(each -> name.matches(each.name()));
    }

    private ObjectTest compared(Condition.Compared compared, HeapClass of) {
        boolean possible =
                switch (compared.figure()) {
                    case LENGTH -> of.kind() != ClassKind.INSTANCE;
                    case SIZE -> sized.canHaveSize(of);
                    case SHALLOW, RETAINED, ADDRESS -> true;
                };
        return possible
                ? new ObjectTest.OfFigure(compared.figure(), compared.comparison(), compared.with())
                : ObjectTest.NEVER;
    }

    private ObjectTest field(Condition.FieldCompared compared, HeapClass of) {
        if (of.kind() != ClassKind.INSTANCE) {
            return ObjectTest.NEVER;
        }
        return FieldPlace.find(heap.classes(), of, compared.field(), idBytes)
                .filter(place -> FieldTest.canCompare(place.type(), compared.with()))
                .<ObjectTest>map(
                        place -> new FieldTest(place, compared.comparison(), compared.with()))
                .orElse(ObjectTest.NEVER);
    }
}
