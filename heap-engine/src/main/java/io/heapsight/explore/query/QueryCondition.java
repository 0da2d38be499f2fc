/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/**
 * A condition on objects. A comparison with a property that an object lacks, such as the length of
 * an object other than an array, is false with every operator.
 */
public sealed interface QueryCondition {
    /** All parts hold. */
    record And(List<QueryCondition> parts) implements QueryCondition {}

    /** At least one part holds. */
    record Or(List<QueryCondition> parts) implements QueryCondition {}

    /** The condition does not hold. */
    record Not(QueryCondition negated) implements QueryCondition {}

    /** The name of the object's class, as in Java source. */
    record ClassNamed(NamePattern name) implements QueryCondition {}

    /** The class is in a package, or in one below it. */
    record ClassUnder(String packageName) implements QueryCondition {}

    /** The name of the object's class or of one of its super classes. */
    record ClassExtends(NamePattern name) implements QueryCondition {}

    /** The package of the class, or of an array's elements; "" for none. */
    record PackageNamed(NamePattern name) implements QueryCondition {}

    /** The class of the loader that defined the object's class. */
    record LoaderNamed(NamePattern name) implements QueryCondition {}

    /** The loader that defined the object's class; 0 for the boot loader. */
    record LoaderAt(long address) implements QueryCondition {}

    /** Compares a figure. */
    record Compared(ObjectFigure figure, ComparisonOperator comparison, long with)
            implements QueryCondition {}

    /**
     * Compares an instance field; if several classes declare the name, that of the most derived
     * one.
     */
    record FieldCompared(String field, ComparisonOperator comparison, QueryLiteral with)
            implements QueryCondition {}

    /** The object is reachable from a GC root. */
    record Reachable() implements QueryCondition {}
}
