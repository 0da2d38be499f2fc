/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.ComparisonOperator;
import io.heapsight.explore.query.ObjectFigure;
import java.util.List;

/** What is left of a condition for the objects of one class. */
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

    /** What asking costs, in look-ups about as slow as reading a number of the record. */
    int cost();

    /** Holds for every object. */
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

    /** Holds for none. */
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

    /** Holds where all parts do; the cheap ones are asked first. */
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

    /** Holds where one part does; the cheap ones are asked first. */
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

    /** Holds where another does not. */
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

    /** Compares a figure; without one it does not hold. */
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
