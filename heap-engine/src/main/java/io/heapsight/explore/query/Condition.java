/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/**
 * What an object must meet. A comparison with something that an object does not have, such as the
 * length of what is no array, does not hold, whatever the operator.
 */
public sealed interface Condition {
    /** All of them hold. */
    record And(List<Condition> parts) implements Condition {}

    /** One of them holds at least. */
    record Or(List<Condition> parts) implements Condition {}

    /** It does not hold. */
    record Not(Condition negated) implements Condition {}

    /** The name of the object's class, as in Java source. */
    record ClassNamed(NamePattern name) implements Condition {}

    /** The class is of a package, or of one below it. */
    record ClassUnder(String packageName) implements Condition {}

    /** The class or one of its super classes has a name. */
    record ClassExtends(NamePattern name) implements Condition {}

    /** The package of the class, of an array that of its elements; "" for none. */
    record PackageNamed(NamePattern name) implements Condition {}

    /** The class of the loader that has defined the object's class. */
    record LoaderNamed(NamePattern name) implements Condition {}

    /** The loader that has defined the object's class; 0 for the boot loader. */
    record LoaderAt(long address) implements Condition {}

    /** Compares a figure. */
    record Compared(Figure figure, Comparison comparison, long with) implements Condition {}

    /** Compares an instance field; of several with the name that of the lowest class. */
    record FieldCompared(String field, Comparison comparison, FieldValue with)
            implements Condition {}

    /** A GC root reaches the object. */
    record Reachable() implements Condition {}
}
