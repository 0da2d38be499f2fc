/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.SubRecord;
import java.util.OptionalInt;

/**
 * Reads the fields of the JDK's classes by which {@link VmHeldSearch} recognizes an object. Each
 * method expects an object of the named class; an absent field reads as 0.
 */
final class VmHeldFieldReader {
    private static final String THREAD = "java/lang/Thread";
    private static final String CONSTRUCTOR = "java/lang/reflect/Constructor";
    private static final String HASH_MAP = "java/util/HashMap";
    private static final String NODE = "java/util/HashMap$Node";
    private static final String CLASS_LOADER = "java/lang/ClassLoader";
    private static final int NONE = -1;

    private final HeapClasses classes;
    private final int reflectionData;
    private final int clazz;
    private final int parameterTypes;
    private final int table;
    private final int value;
    private final boolean[] loaders;
    private final boolean hasNativeThreads;

    VmHeldFieldReader(DumpedHeap heap) {
        this.classes = heap.classes();
        this.reflectionData = classes.named("java/lang/Class$ReflectionData").orElse(NONE);
        this.clazz = offset(CONSTRUCTOR, CONSTRUCTOR, "clazz");
        this.parameterTypes = offset(CONSTRUCTOR, CONSTRUCTOR, "parameterTypes");
        this.table = offset(HASH_MAP, HASH_MAP, "table");
        this.value = offset(NODE, NODE, "value");
        this.loaders = new boolean[classes.size()];
        for (HeapClass each : classes.all()) {
            loaders[each.index()] =
                    classes.lineage(each).stream()
                            .anyMatch(level -> level.rawName().equals(CLASS_LOADER));
        }
        this.hasNativeThreads = findsNativeThread(heap);
    }

    private int offset(String of, String declaredBy, String field) {
        OptionalInt type = classes.named(of);
        return type.isEmpty()
                ? HeapClasses.ABSENT
                : classes.fieldOffset(
                        classes.get(type.getAsInt()), declaredBy, field, BasicType.OBJECT);
    }

    /**
     * Returns whether the dump contains the address of a native thread; a redacted dump does not.
     */
    private boolean findsNativeThread(DumpedHeap heap) {
        ObjectFields thread = new ObjectFields(heap);
        for (long i = 0; i < heap.roots().size(); i++) {
            if (heap.roots().tag(i) == SubRecord.ROOT_THREAD_OBJECT
                    && thread.open(heap.roots().address(i))
                    && nativeThread(thread) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether the dump has the native threads of running threads. */
    boolean hasNativeThreads() {
        return hasNativeThreads;
    }

    /** The native thread that runs a {@code Thread}; 0 without one. */
    long nativeThread(ObjectFields thread) {
        return thread.longAt(classes.fieldOffset(thread.type(), THREAD, "eetop", BasicType.LONG));
    }

    boolean isReflectionData(ObjectFields object) {
        return object.classIndex() == reflectionData;
    }

    /** The class of a {@code Constructor}. */
    long ownerOf(ObjectFields constructor) {
        return constructor.referenceAt(clazz);
    }

    /** The array of a {@code Constructor}'s parameters' classes. */
    long parameterTypes(ObjectFields constructor) {
        return constructor.referenceAt(parameterTypes);
    }

    /** The table of a {@code HashMap}. */
    long table(ObjectFields map) {
        return map.referenceAt(table);
    }

    /** The value of a {@code HashMap}'s node; 0 for any other object. */
    long value(ObjectFields node) {
        return node.type().rawName().equals(NODE) ? node.referenceAt(value) : 0;
    }

    boolean isLoader(int classIndex) {
        return loaders[classIndex];
    }
}
