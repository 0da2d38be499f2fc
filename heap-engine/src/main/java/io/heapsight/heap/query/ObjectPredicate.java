/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.ComparisonOperator;
import io.heapsight.explore.query.ObjectFigure;
import java.util.List;

/** The part of a condition that depends on the object, for one class. */
sealed interface ObjectPredicate
        permits ObjectPredicate.Always,
                ObjectPredicate.Never,
                ObjectPredicate.AllOf,
                ObjectPredicate.AnyOf,
                ObjectPredicate.Inverse,
                ObjectPredicate.OfFigure,
                ObjectPredicate.OfReachability,
                FieldPredicate {
    ObjectPredicate ALWAYS = new Always();
    ObjectPredicate NEVER = new Never();

    boolean isMet(ScannedObject object);

    /** The cost of a test, in look-ups about as slow as reading a number from the record. */
    int cost();

    /** True for every object. */
    record Always() implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            return true;
        }

        @Override
        public int cost() {
            return 0;
        }
    }

    /** False for every object. */
    record Never() implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            return false;
        }

        @Override
        public int cost() {
            return 0;
        }
    }

    /** True if all parts are; tests cheap parts first. */
    record AllOf(List<ObjectPredicate> parts) implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            for (int i = 0; i < parts.size(); i++) {
                if (!parts.get(i).isMet(object)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int cost() {
            return sum(parts);
        }
    }

    /** True if one part is; tests cheap parts first. */
    record AnyOf(List<ObjectPredicate> parts) implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            for (int i = 0; i < parts.size(); i++) {
                if (parts.get(i).isMet(object)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public int cost() {
            return sum(parts);
        }
    }

    private static int sum(List<ObjectPredicate> parts) {
        return parts.stream().mapToInt(ObjectPredicate::cost).sum();
    }

    /** True if another test is false. */
    record Inverse(ObjectPredicate negated) implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            return !negated.isMet(object);
        }

        @Override
        public int cost() {
            return negated.cost();
        }
    }

    /** Compares a figure; false for objects without it. */
    record OfFigure(ObjectFigure figure, ComparisonOperator comparison, long with)
            implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            long value = object.figure(figure);
            return value != ScannedObject.ABSENT && comparison.holds(value, with);
        }

        @Override
        public int cost() {
            return switch (figure) {
                case ADDRESS, LENGTH, SHALLOW -> 1;
                case RETAINED -> 6;
                case SIZE -> 8;
            };
        }
    }

    /** Whether a GC root reaches the object. */
    record OfReachability() implements ObjectPredicate {
        @Override
        public boolean isMet(ScannedObject object) {
            return object.isReachable();
        }

        @Override
        public int cost() {
            return 3;
        }
    }
}
