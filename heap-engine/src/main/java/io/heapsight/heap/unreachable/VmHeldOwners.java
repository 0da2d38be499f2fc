/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.LongMap;
import java.util.Optional;

/**
 * Finds the class that owns an object which only a class object can hold, if the object's content
 * shows the class. If the class is garbage, so is the object.
 */
final class VmHeldOwners {
    /** The object doesn't show its owner. */
    static final int UNKNOWN = (int) LongMap.ABSENT;

    private static final String REFLECTION_DATA = "java/lang/Class$ReflectionData";
    private static final String ANNOTATION_DATA = "java/lang/Class$AnnotationData";
    private static final String ANNOTATION_TYPE = "sun/reflect/annotation/AnnotationType";
    private static final String REPOSITORY = "sun/reflect/generics/repository/AbstractRepository";
    private static final String GENERIC_REPOSITORY =
            "sun/reflect/generics/repository/GenericDeclRepository";
    private static final String FACTORY = "sun/reflect/generics/factory/CoreReflectionFactory";
    private static final String MAP = "java/util/HashMap";
    private static final String NODE = "java/util/HashMap$Node";
    private static final int LOOKED_AT = 64;

    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final ObjectFields object;
    private final ReferenceReader array;
    private final long[] references = new long[LOOKED_AT];

    VmHeldOwners(DumpedHeap heap) {
        this.heap = heap;
        this.classes = heap.classes();
        this.object = new ObjectFields(heap);
        this.array = new ReferenceReader(heap.bytes(), classes);
    }

    /** The number of the class whose class object holds a candidate. */
    int of(VmHeldKind kind, long address) {
        if (!object.open(address)) {
            return UNKNOWN;
        }
        return switch (kind) {
            case REFLECTION_DATA -> ofReflectionData();
            case ANNOTATION_DATA -> ofAnnotationData();
            case ANNOTATION_TYPE ->
                    ofMember(firstValue(object.reference(ANNOTATION_TYPE, "members")));
            case GENERIC_INFO -> ofRepository();
            case CONSTRUCTOR -> ofMember(address);
            default -> UNKNOWN;
        };
    }

    /** The class of one of its members. */
    private int ofReflectionData() {
        if (!object.open(object.referent())) {
            return UNKNOWN;
        }
        long[] declared = {
            object.reference(REFLECTION_DATA, "declaredMethods"),
            object.reference(REFLECTION_DATA, "declaredFields"),
            object.reference(REFLECTION_DATA, "declaredConstructors"),
            object.reference(REFLECTION_DATA, "declaredPublicMethods"),
            object.reference(REFLECTION_DATA, "declaredPublicFields"),
            object.reference(REFLECTION_DATA, "publicConstructors")
        };
        for (long members : declared) {
            int owner = ofMember(first(members));
            if (owner != UNKNOWN) {
                return owner;
            }
        }
        return UNKNOWN;
    }

    /** The class of an annotation: no class outlives the classes of its annotations. */
    private int ofAnnotationData() {
        long all = object.reference(ANNOTATION_DATA, "annotations");
        long declared = object.reference(ANNOTATION_DATA, "declaredAnnotations");
        int owner = classes.indexOf(firstKey(declared));
        return owner == UNKNOWN ? classes.indexOf(firstKey(all)) : owner;
    }

    private int ofRepository() {
        long factory = object.reference(REPOSITORY, "factory");
        if (factory == 0) {
            factory = object.reference(GENERIC_REPOSITORY, "factory");
        }
        return object.open(factory) ? classes.indexOf(object.reference(FACTORY, "decl")) : UNKNOWN;
    }

    /** The class that declares a method, field or constructor. */
    private int ofMember(long address) {
        if (!object.open(address)) {
            return UNKNOWN;
        }
        String type = object.type().rawName();
        return switch (type) {
            case "java/lang/reflect/Method",
                    "java/lang/reflect/Field",
                    "java/lang/reflect/Constructor" ->
                    classes.indexOf(object.reference(type, "clazz"));
            default -> UNKNOWN;
        };
    }

    private long firstKey(long map) {
        return firstNode(map).map(node -> node.reference(NODE, "key")).orElse(0L);
    }

    private long firstValue(long map) {
        return firstNode(map).map(node -> node.reference(NODE, "value")).orElse(0L);
    }

    /** The first node in a map's table. */
    private Optional<ObjectFields> firstNode(long map) {
        if (!object.open(map)) {
            return Optional.empty();
        }
        long node = first(object.reference(MAP, "table"));
        return object.open(node) ? Optional.of(object) : Optional.empty();
    }

    /** The first non-null element of an array. */
    private long first(long address) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0) {
            return 0;
        }
        array.open(position);
        if (!array.isObjectArray()) {
            return 0;
        }
        int count = array.read(0, references);
        for (int i = 0; i < count; i++) {
            if (references[i] != 0) {
                return references[i];
            }
        }
        return 0;
    }
}
