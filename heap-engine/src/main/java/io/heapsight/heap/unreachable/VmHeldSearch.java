/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.EnumClasses;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.StringCursor;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.summary.ReferenceStrength;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes unreachable objects that HotSpot may hold: by their class and, if the class does not
 * suffice, by their fields. Thread-safe; each thread has a {@link Share}.
 */
final class VmHeldSearch {
    /** The check for the objects of a class. */
    private enum Look {
        NOTHING,
        KNOWN,
        STRING,
        SOFT_REFERENCE,
        ENUM_ARRAY,
        HASH_MAP,
        IMMUTABLE_LIST,
        OBJECT_ARRAY
    }

    /** Elements to check of an array or a table. */
    private static final int LOOKED_AT = 64;

    private static final String INVOKE = "java/lang/invoke/";
    private static final String THREAD_CLASS = "java/lang/Thread";
    private static final String SOFT = "java/lang/ref/SoftReference";
    private static final String MAP = "java/util/HashMap";

    private static final Map<String, VmHeldKind> BY_NAME =
            Map.of(
                    "java/lang/Class$AnnotationData", VmHeldKind.ANNOTATION_DATA,
                    "sun/reflect/annotation/AnnotationType", VmHeldKind.ANNOTATION_TYPE,
                    "sun/reflect/generics/repository/ClassRepository", VmHeldKind.GENERIC_INFO,
                    "java/lang/ClassValue$ClassValueMap", VmHeldKind.CLASS_VALUES,
                    "java/lang/Module", VmHeldKind.MODULE,
                    "java/lang/reflect/Constructor", VmHeldKind.CONSTRUCTOR);

    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final Look[] looks;
    private final @Nullable VmHeldKind[] kinds;
    private final boolean[] invokeClasses;
    private final EnumClasses enums;
    private final @Nullable StringLayout strings;
    private final ClassNameHashes names;
    private final VmHeldFieldReader fields;

    VmHeldSearch(DumpedHeap heap) {
        this.heap = heap;
        this.classes = heap.classes();
        this.looks = new Look[classes.size()];
        this.kinds = new @Nullable VmHeldKind[classes.size()];
        this.invokeClasses = new boolean[classes.size()];
        this.enums = new EnumClasses(classes);
        this.strings = StringLayout.of(heap).orElse(null);
        this.names = new ClassNameHashes(classes);
        this.fields = new VmHeldFieldReader(heap);
        boolean hasModules = classes.named("java/lang/Module").isPresent();
        for (HeapClass each : classes.all()) {
            kinds[each.index()] = kindOf(each);
            looks[each.index()] =
                    kinds[each.index()] == null ? lookAt(each, hasModules) : Look.KNOWN;
            invokeClasses[each.index()] = each.rawName().startsWith(INVOKE);
        }
    }

    /** The kind of a class's objects, if its name determines it. */
    private @Nullable VmHeldKind kindOf(HeapClass type) {
        VmHeldKind known = BY_NAME.get(type.rawName());
        return known == null && isThread(type) ? VmHeldKind.THREAD : known;
    }

    private Look lookAt(HeapClass type, boolean hasModules) {
        if (enums.elementOf(type.index()) >= 0) {
            return Look.ENUM_ARRAY;
        }
        return switch (type.rawName()) {
            case "java/lang/String" -> strings == null ? Look.NOTHING : Look.STRING;
            case SOFT -> Look.SOFT_REFERENCE;
            case MAP -> Look.HASH_MAP;
            case "java/util/ImmutableCollections$List12", "java/util/ImmutableCollections$ListN" ->
                    Look.IMMUTABLE_LIST;
            case "[Ljava/lang/Object;" -> hasModules ? Look.NOTHING : Look.OBJECT_ARRAY;
            default -> Look.NOTHING;
        };
    }

    private boolean isThread(HeapClass type) {
        for (HeapClass level : classes.lineage(type)) {
            if (level.rawName().equals(THREAD_CLASS)) {
                return true;
            }
        }
        return false;
    }

    ClassNameHashes names() {
        return names;
    }

    /** Creates one thread's part of the search. */
    Share share() {
        return new Share();
    }

    /** One thread's part of the search. */
    final class Share {
        private final Map<VmHeldKind, VmHeldCandidates> found = new EnumMap<>(VmHeldKind.class);
        private final @Nullable StringCursor string =
                strings == null ? null : new StringCursor(heap, strings);
        private final ObjectFields object = new ObjectFields(heap);
        private final ReferenceReader array = new ReferenceReader(heap.bytes(), classes);
        private final long[] references = new long[LOOKED_AT];

        Share() {
            for (VmHeldKind kind : VmHeldKind.values()) {
                found.put(kind, new VmHeldCandidates());
            }
        }

        VmHeldCandidates of(VmHeldKind kind) {
            VmHeldCandidates candidates = found.get(kind);
            if (candidates == null) {
                throw new IllegalStateException("no candidates for " + kind);
            }
            return candidates;
        }

        /** Checks an unreachable object whose record is at a position. */
        void take(int classIndex, long address, long position) {
            Look look = looks[classIndex];
            if (look != Look.NOTHING) {
                look(look, classIndex, address, position);
            }
        }

        private void look(Look look, int classIndex, long address, long position) {
            switch (look) {
                case STRING -> string(address, position);
                case SOFT_REFERENCE -> softReference(address, position);
                case ENUM_ARRAY -> enumArray(address, position);
                case HASH_MAP -> map(address, position);
                case IMMUTABLE_LIST -> list(address, position);
                case OBJECT_ARRAY -> pair(address, position);
                case KNOWN -> known(kinds[classIndex], address, position);
                case NOTHING -> {}
            }
        }

        private void known(@Nullable VmHeldKind kind, long address, long position) {
            if (kind == null) {
                return;
            }
            if (kind == VmHeldKind.THREAD) {
                object.openRecord(position);
                if (!fields.hasNativeThreads() || fields.nativeThread(object) != 0) {
                    of(kind).add(address);
                }
            } else if (kind == VmHeldKind.CONSTRUCTOR) {
                object.openRecord(position);
                long owner = fields.ownerOf(object);
                if (length(fields.parameterTypes(object)) == 0) {
                    of(kind).add(owner, address);
                }
            } else {
                of(kind).add(address);
            }
        }

        private void string(long address, long position) {
            if (string != null && string.openArray(string.open(position))) {
                long key = names.find(string);
                if (key != ClassNameHashes.NONE && ClassNameHashes.isUnique(key)) {
                    of(VmHeldKind.NAME).add(key, address);
                } else if (key != ClassNameHashes.NONE) {
                    of(VmHeldKind.NAME).add(address);
                }
            }
        }

        private void softReference(long address, long position) {
            object.openRecord(position);
            long referent = object.referent();
            if (referent == 0) {
                of(VmHeldKind.CLEARED_REFLECTION_DATA).add(address);
            } else if (object.open(referent) && fields.isReflectionData(object)) {
                of(VmHeldKind.REFLECTION_DATA).add(address);
            }
        }

        private void enumArray(long address, long position) {
            array.open(position);
            if (array.read(0, references) > 0 && enums.ofConstant(references[0]) >= 0) {
                of(VmHeldKind.ENUM_CONSTANTS).add(array.classIndex(), address);
            }
        }

        /** Checks a map by its first node. */
        private void map(long address, long position) {
            object.openRecord(position);
            long table = fields.table(object);
            long at = table == 0 ? -1 : heap.position(table);
            if (at < 0) {
                return;
            }
            array.open(at);
            int count = array.read(0, references);
            for (int i = 0; i < count; i++) {
                if (references[i] != 0) {
                    int type =
                            object.open(references[i])
                                    ? enums.ofConstant(fields.value(object))
                                    : -1;
                    if (type >= 0) {
                        of(VmHeldKind.ENUM_DIRECTORY).add(type, address);
                    }
                    return;
                }
            }
        }

        /** Checks a list: the data of a class that runs a method handle contains such objects. */
        private void list(long address, long position) {
            array.open(position);
            int count = array.next(ReferenceStrength.STRONG, references);
            for (int i = 0; i < count; i++) {
                if (references[i] != 0 && isOfInvoke(references[i])) {
                    of(VmHeldKind.CLASS_DATA).add(address);
                    return;
                }
            }
        }

        private boolean isOfInvoke(long address) {
            if (!object.openAny(address)) {
                return false;
            }
            if (invokeClasses[object.classIndex()]) {
                return true;
            }
            if (!object.isObjectArray()) {
                return false;
            }
            array.open(heap.position(address));
            int count = array.read(0, references);
            for (int i = 0; i < count; i++) {
                if (object.open(references[i]) && invokeClasses[object.classIndex()]) {
                    return true;
                }
            }
            return false;
        }

        /** Checks a pair: a loader or class, and the next pair. */
        private void pair(long address, long position) {
            array.open(position);
            if (array.length() == 2
                    && array.read(0, references) == 2
                    && isLoaderOrClass(references[0])
                    && (references[1] == 0 || isPair(references[1]))) {
                of(VmHeldKind.LOADER_DEPENDENCIES).add(address);
            }
        }

        private boolean isLoaderOrClass(long address) {
            return address == 0
                    || classes.indexOf(address) >= 0
                    || (object.open(address) && fields.isLoader(object.classIndex()));
        }

        private boolean isPair(long address) {
            if (!object.openAny(address) || !object.isObjectArray()) {
                return false;
            }
            array.open(heap.position(address));
            return array.length() == 2;
        }

        private long length(long arrayAddress) {
            long at = arrayAddress == 0 ? -1 : heap.position(arrayAddress);
            if (at < 0) {
                return 0;
            }
            array.open(at);
            return array.length();
        }
    }
}
