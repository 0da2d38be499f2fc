/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.summary.Holder;

/**
 * A kind of object that HotSpot may hold through something that no dump contains, such as a field
 * that it injects into {@code java.lang.Class}. Those of a sure kind are only ever held so: while
 * their class or thread lives, they do. The others look like what a program may have dropped as
 * well; there is at most one of them for each class.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/java.base/share/classes/java/lang/Class.java">Class.java</a>
 */
enum VmHeldKind {
    /** A {@code Thread} whose native thread runs, such as a compiler's: not all are dumped. */
    THREAD(Holder.VM, true),
    /** {@code Class.reflectionData}: a {@code SoftReference} to {@code Class$ReflectionData}. */
    REFLECTION_DATA(Holder.CLASS_MIRROR, true),
    /** {@code Class.annotationData}. */
    ANNOTATION_DATA(Holder.CLASS_MIRROR, true),
    /** {@code Class.annotationType}. */
    ANNOTATION_TYPE(Holder.CLASS_MIRROR, true),
    /** {@code Class.genericInfo}. */
    GENERIC_INFO(Holder.CLASS_MIRROR, true),
    /** {@code Class.classValueMap}: what a program keeps by class. */
    CLASS_VALUES(Holder.CLASS_MIRROR, true),
    /** {@code Class.module}. */
    MODULE(Holder.CLASS_MIRROR, true),
    /** {@code Class.name} and {@code Class.packageName}: equal strings are one. */
    NAME(Holder.CLASS_MIRROR, false),
    /** {@code Class.reflectionData} once it was cleared. */
    CLEARED_REFLECTION_DATA(Holder.CLASS_MIRROR, false),
    /** {@code Class.cachedConstructor}, of {@code newInstance}. */
    CONSTRUCTOR(Holder.CLASS_MIRROR, false),
    /** {@code Class.classData} of a hidden class that runs a method handle. */
    CLASS_DATA(Holder.CLASS_MIRROR, false),
    /** {@code Class.enumConstants}: an array as {@code values()} gives it. */
    ENUM_CONSTANTS(Holder.CLASS_MIRROR, false),
    /** {@code Class.enumConstantDirectory}: a map from names to constants. */
    ENUM_DIRECTORY(Holder.CLASS_MIRROR, false),
    /** JDK 8: on which loaders one depends, a list of {@code Object[2]}. */
    LOADER_DEPENDENCIES(Holder.VM, false);

    private final Holder holder;
    private final boolean sure;

    VmHeldKind(Holder holder, boolean sure) {
        this.holder = holder;
        this.sure = sure;
    }

    Holder holder() {
        return holder;
    }

    boolean isSure() {
        return sure;
    }
}
