/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/**
 * A condition on objects. A comparison with a property that an object lacks, such as the length of
 * an object other than an array, is false with every operator.
 */
public sealed interface QueryCondition {
    /** All of them hold. */
    record And(List<QueryCondition> parts) implements QueryCondition {}

    /** One of them holds at least. */
    record Or(List<QueryCondition> parts) implements QueryCondition {}

    /** It does not hold. */
    record Not(QueryCondition negated) implements QueryCondition {}

    /** The name of the object's class, as in Java source. */
    record ClassNamed(NamePattern name) implements QueryCondition {}

    /** The class is of a package, or of one below it. */
    record ClassUnder(String packageName) implements QueryCondition {}

    /** The class or one of its super classes has a name. */
    record ClassExtends(NamePattern name) implements QueryCondition {}

    /** The package of the class, of an array that of its elements; "" for none. */
    record PackageNamed(NamePattern name) implements QueryCondition {}

    /** The class of the loader that has defined the object's class. */
    record LoaderNamed(NamePattern name) implements QueryCondition {}

    /** The loader that has defined the object's class; 0 for the boot loader. */
    record LoaderAt(long address) implements QueryCondition {}

    /** Compares a figure. */
    record Compared(ObjectFigure figure, ComparisonOperator comparison, long with)
            implements QueryCondition {}

    /** Compares an instance field; of several with the name that of the lowest class. */
    record FieldCompared(String field, ComparisonOperator comparison, FieldValue with)
            implements QueryCondition {}

    /** A GC root reaches the object. */
    record Reachable() implements QueryCondition {}
}
