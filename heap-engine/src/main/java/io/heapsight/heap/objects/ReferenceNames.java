/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;

/** Finds the field, static or element by which an object refers to another one. Not thread-safe. */
public final class ReferenceNames {
    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final HprofBytes bytes;
    private final ReferenceReader object;

    public ReferenceNames(DumpedHeap heap) {
        this.heap = heap;
        this.classes = heap.classes();
        this.bytes = heap.bytes();
        this.object = new ReferenceReader(bytes, classes);
    }

    /** The kind of a reference. */
    public enum Kind {
        FIELD,
        STATIC,
        ELEMENT,
        /** A reference from the stack of a thread. */
        LOCAL,
        CLASS,
        LOADER,
        SUPER,
        NONE
    }

    /**
     * A reference.
     *
     * @param declaredBy the class that declares the field; unused for other kinds
     * @param name of the field; "" for other kinds
     * @param index of the element
     */
    public record Reference(Kind kind, HeapClass declaredBy, String name, long index) {
        /** The form in a path: "table", "static cache", "[17]". */
        public String text() {
            return switch (kind) {
                case FIELD -> name;
                case STATIC -> "static " + name;
                case ELEMENT -> "[" + index + "]";
                case LOCAL -> "<local variable>";
                case CLASS -> "<class>";
                case LOADER -> "<classloader>";
                case SUPER -> "<super>";
                case NONE -> "?";
            };
        }
    }

    /** The first reference of an object or class to an address. */
    public Reference find(long from, long to) {
        int classIndex = heap.index().isObject(from) ? -1 : classes.indexOf(from);
        if (classIndex >= 0) {
            return ofClass(classes.get(classIndex), to);
        }
        long position = heap.position(from);
        if (position < 0) {
            return of(Kind.NONE, classes.get(classes.javaLangClass()));
        }
        object.open(position);
        HeapClass of = classes.get(object.classIndex());
        Reference found = object.isObjectArray() ? element(of, to) : field(of, to);
        if (found.kind == Kind.NONE && of.address() == to) {
            return of(Kind.CLASS, of);
        }
        return found.kind == Kind.NONE && heap.threadRoots().holdsSomething(from)
                ? of(Kind.LOCAL, of)
                : found;
    }

    private static Reference of(Kind kind, HeapClass by) {
        return new Reference(kind, by, "", 0);
    }

    private Reference element(HeapClass array, long to) {
        for (long i = 0; i < object.length(); i++) {
            if (bytes.id(object.data() + i * bytes.idBytes()) == to) {
                return new Reference(Kind.ELEMENT, array, "", i);
            }
        }
        return of(Kind.NONE, array);
    }

    private Reference field(HeapClass of, long to) {
        long at = object.data();
        long end = at + (object.isInstance() ? object.length() : 0);
        for (HeapClass level : classes.lineage(of)) {
            ClassDump dump = level.dump();
            if (dump == null) {
                break;
            }
            for (int i = 0; i < dump.fieldTypes().length; i++) {
                int type = dump.fieldTypes()[i];
                int size = BasicType.bytesOf(type, bytes.idBytes());
                if (type == BasicType.OBJECT.code() && at + size <= end && bytes.id(at) == to) {
                    String name = classes.fieldName(dump.fieldNames()[i]);
                    return new Reference(Kind.FIELD, level, name, 0);
                }
                at += size;
            }
        }
        return of(Kind.NONE, of);
    }

    private Reference ofClass(HeapClass of, long to) {
        ClassDump dump = of.dump();
        if (dump == null) {
            return of(Kind.NONE, of);
        }
        for (int i = 0; i < dump.staticTypes().length; i++) {
            if (dump.staticTypes()[i] == BasicType.OBJECT.code() && dump.staticValues()[i] == to) {
                String name = classes.fieldName(dump.staticNames()[i]);
                return new Reference(Kind.STATIC, of, name, 0);
            }
        }
        if (to == dump.loader()) {
            return of(Kind.LOADER, of);
        }
        return of(to == dump.superAddress() ? Kind.SUPER : Kind.NONE, of);
    }
}
