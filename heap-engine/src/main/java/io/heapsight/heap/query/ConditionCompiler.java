/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.NamePattern;
import io.heapsight.explore.query.QueryCondition;
import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.LoaderNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Converts a condition into a test for the objects of each class. */
final class ConditionCompiler {
    private final IndexedHeap heap;
    private final ClassesWithElementCount sized;
    private final int idBytes;
    private final LoaderNames loaders;

    private ConditionCompiler(IndexedHeap heap, ClassesWithElementCount sized) {
        this.heap = heap;
        this.sized = sized;
        this.idBytes = heap.file().bytes().idBytes();
        this.loaders = new LoaderNames(heap);
    }

    /** The tests by number of the class; equal tests are shared. */
    static ObjectPredicate[] of(
            QueryCondition condition,
            IndexedHeap heap,
            ClassesWithElementCount sized,
            QueryDeadline deadline) {
        ConditionCompiler tests = new ConditionCompiler(heap, sized);
        ObjectPredicate[] byClass = new ObjectPredicate[heap.classes().size()];
        Map<ObjectPredicate, ObjectPredicate> distinct = new HashMap<>();
        for (int i = 0; i < byClass.length; i++) {
            deadline.check();
            ObjectPredicate test = tests.of(condition, heap.classes().get(i));
            byClass[i] = distinct.computeIfAbsent(test, UnaryOperator.identity());
        }
        return byClass;
    }

    private ObjectPredicate of(QueryCondition condition, HeapClass of) {
        return switch (condition) {
            case QueryCondition.And and -> all(and.parts(), of);
            case QueryCondition.Or or -> any(or.parts(), of);
            case QueryCondition.Not not -> inverse(of(not.negated(), of));
            case QueryCondition.ClassNamed named -> known(named.name().matches(of.name()));
            case QueryCondition.ClassUnder under ->
                    known(of.name().startsWith(under.packageName() + "."));
            case QueryCondition.ClassExtends above -> known(hasAbove(of, above.name()));
            case QueryCondition.PackageNamed named ->
                    known(named.name().matches(ClassNameTranslator.packageOf(of.name())));
            case QueryCondition.LoaderNamed named ->
                    known(of.loader() != 0 && named.name().matches(loaders.of(of.loader())));
            case QueryCondition.LoaderAt at -> known(of.loader() == at.address());
            case QueryCondition.Compared compared -> compared(compared, of);
            case QueryCondition.FieldCompared field -> field(field, of);
            case QueryCondition.Reachable() -> new ObjectPredicate.OfReachability();
        };
    }

    private static ObjectPredicate known(boolean holds) {
        return holds ? ObjectPredicate.ALWAYS : ObjectPredicate.NEVER;
    }

    private static ObjectPredicate inverse(ObjectPredicate test) {
        return switch (test) {
            case ObjectPredicate.Always() -> ObjectPredicate.NEVER;
            case ObjectPredicate.Never() -> ObjectPredicate.ALWAYS;
            case ObjectPredicate.Inverse inverse -> inverse.negated();
            default -> new ObjectPredicate.Inverse(test);
        };
    }

    private ObjectPredicate all(List<QueryCondition> conditions, HeapClass of) {
        List<ObjectPredicate> parts = new ArrayList<>();
        for (QueryCondition each : conditions) {
            ObjectPredicate part = of(each, of);
            if (part.equals(ObjectPredicate.NEVER)) {
                return ObjectPredicate.NEVER;
            }
            if (!part.equals(ObjectPredicate.ALWAYS)) {
                parts.add(part);
            }
        }
        if (parts.size() <= 1) {
            return parts.isEmpty() ? ObjectPredicate.ALWAYS : parts.getFirst();
        }
        return new ObjectPredicate.AllOf(cheapFirst(parts));
    }

    private ObjectPredicate any(List<QueryCondition> conditions, HeapClass of) {
        List<ObjectPredicate> parts = new ArrayList<>();
        for (QueryCondition each : conditions) {
            ObjectPredicate part = of(each, of);
            if (part.equals(ObjectPredicate.ALWAYS)) {
                return ObjectPredicate.ALWAYS;
            }
            if (!part.equals(ObjectPredicate.NEVER)) {
                parts.add(part);
            }
        }
        if (parts.size() <= 1) {
            return parts.isEmpty() ? ObjectPredicate.NEVER : parts.getFirst();
        }
        return new ObjectPredicate.AnyOf(cheapFirst(parts));
    }

    private static List<ObjectPredicate> cheapFirst(List<ObjectPredicate> parts) {
        return parts.stream().sorted(Comparator.comparingInt(ObjectPredicate::cost)).toList();
    }

    private boolean hasAbove(HeapClass of, NamePattern name) {
        return heap.classes().lineage(of).stream().anyMatch(each -> name.matches(each.name()));
    }

    private ObjectPredicate compared(QueryCondition.Compared compared, HeapClass of) {
        boolean possible =
                switch (compared.figure()) {
                    case LENGTH -> of.kind() != ClassKind.INSTANCE;
                    case SIZE -> sized.canHaveSize(of);
                    case SHALLOW, RETAINED, ADDRESS -> true;
                };
        return possible
                ? new ObjectPredicate.OfFigure(
                        compared.figure(), compared.comparison(), compared.with())
                : ObjectPredicate.NEVER;
    }

    private ObjectPredicate field(QueryCondition.FieldCompared compared, HeapClass of) {
        if (of.kind() != ClassKind.INSTANCE) {
            return ObjectPredicate.NEVER;
        }
        return FieldPlace.find(heap.classes(), of, compared.field(), idBytes)
                .filter(place -> FieldPredicate.canCompare(place.type(), compared.with()))
                .<ObjectPredicate>map(
                        place -> new FieldPredicate(place, compared.comparison(), compared.with()))
                .orElse(ObjectPredicate.NEVER);
    }
}
