/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.summary.VmHolder;

/**
 * A kind of object that HotSpot may hold by a reference that no dump contains, such as a field that
 * it injects into {@code java.lang.Class}. Objects of a sure kind are always held this way: they
 * live while their class or thread lives. The others may also be garbage of the program; HotSpot
 * holds at most one for each class.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/java.base/share/classes/java/lang/Class.java">Class.java</a>
 */
enum VmHeldKind {
    /**
     * A {@code Thread} with a running native thread, such as a compiler thread: dumps lack some.
     */
    THREAD(VmHolder.VM, true),
    /** {@code Class.reflectionData}: a {@code SoftReference} to {@code Class$ReflectionData}. */
    REFLECTION_DATA(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.annotationData}. */
    ANNOTATION_DATA(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.annotationType}. */
    ANNOTATION_TYPE(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.genericInfo}. */
    GENERIC_INFO(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.classValueMap}: a program's values for classes. */
    CLASS_VALUES(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.module}. */
    MODULE(VmHolder.CLASS_MIRROR, true),
    /** {@code Class.name} and {@code Class.packageName}: one of several equal strings. */
    NAME(VmHolder.CLASS_MIRROR, false),
    /** {@code Class.reflectionData} after it was cleared. */
    CLEARED_REFLECTION_DATA(VmHolder.CLASS_MIRROR, false),
    /** {@code Class.cachedConstructor}, of {@code newInstance}. */
    CONSTRUCTOR(VmHolder.CLASS_MIRROR, false),
    /** {@code Class.classData} of a hidden class that runs a method handle. */
    CLASS_DATA(VmHolder.CLASS_MIRROR, false),
    /** {@code Class.enumConstants}: an array as of {@code values()}. */
    ENUM_CONSTANTS(VmHolder.CLASS_MIRROR, false),
    /** {@code Class.enumConstantDirectory}: a map from names to constants. */
    ENUM_DIRECTORY(VmHolder.CLASS_MIRROR, false),
    /** JDK 8: the loaders on which a loader depends, a list of {@code Object[2]}. */
    LOADER_DEPENDENCIES(VmHolder.VM, false);

    private final VmHolder holder;
    private final boolean sure;

    VmHeldKind(VmHolder holder, boolean sure) {
        this.holder = holder;
        this.sure = sure;
    }

    VmHolder holder() {
        return holder;
    }

    boolean isSure() {
        return sure;
    }
}
