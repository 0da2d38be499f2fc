/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.explore.ObjectDetails;
import io.heapsight.explore.ObjectRow;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.index.RootKindNames;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Describes objects of an indexed heap for display. Not thread-safe. */
public final class ObjectDescriber {
    private static final int LONGEST_TEXT = 200;
    private static final int LONGEST_NAME = 80;

    private final IndexedHeap heap;
    private final ReferenceReader reader;

    /** Stays at the object with the listed fields, while rows of other objects are created. */
    private final ReferenceReader whole;

    private final ObjectFields fields;
    private final DumpedText text;
    private final boolean revealStrings;

    /**
     * @param revealStrings whether contents of strings may be shown
     */
    public ObjectDescriber(IndexedHeap heap, boolean revealStrings) {
        this.heap = heap;
        this.revealStrings = revealStrings;
        reader = new ReferenceReader(heap.file().bytes(), heap.classes());
        whole = new ReferenceReader(heap.file().bytes(), heap.classes());
        fields = new ObjectFields(heap.heap());
        text = new DumpedText(heap.heap());
    }

    /** The row of an object or class object of the dump. */
    public ObjectRow row(long address) {
        Optional<IndexedObject> found = heap.find(address);
        return row(
                address,
                found.isPresent()
                        ? OptionalLong.of(found.get().retainedBytes())
                        : OptionalLong.empty());
    }

    ObjectRow row(long address, OptionalLong retainedBytes) {
        int classIndex = heap.classAt(address);
        if (classIndex >= 0) {
            return new ObjectRow(
                    address,
                    heap.classes().get(heap.classes().javaLangClass()).name(),
                    Optional.of("class " + heap.classes().get(classIndex).name()),
                    Optional.empty(),
                    heap.sizes().ofClassObject(classIndex),
                    retainedBytes);
        }
        long position = heap.position(address);
        if (position < 0) {
            throw new IndexOutOfBoundsException("no object at 0x" + Long.toHexString(address));
        }
        reader.open(position);
        String className = className(reader.classIndex());
        long shallow = reader.classIndex() < 0 ? 0 : heap.sizes().of(reader);
        return new ObjectRow(
                address, className, label(address), Optional.empty(), shallow, retainedBytes);
    }

    private String className(int classIndex) {
        return classIndex < 0 ? "an unknown class" : heap.classes().get(classIndex).name();
    }

    private Optional<String> label(long address) {
        if (heap.heap().threadRoots().isThread(address)) {
            return fields.open(address)
                    ? text.at(fields.reference("java/lang/Thread", "name"), LONGEST_NAME)
                    : Optional.empty();
        }
        if (revealStrings && reader.isInstance() && isString(reader.classIndex())) {
            return text.at(address, LONGEST_TEXT).map(found -> '"' + found + '"');
        }
        return Optional.empty();
    }

    private boolean isString(int classIndex) {
        return classIndex >= 0
                && heap.classes().get(classIndex).rawName().equals("java/lang/String");
    }

    /** All details of an object or class object of the dump. */
    public ObjectDetails details(long address) {
        ObjectRow row = row(address);
        int classIndex = heap.classAt(address);
        Optional<IndexedObject> found = heap.find(address);
        Optional<ObjectRow> dominator =
                found.map(IndexedObject::dominator)
                        .filter(number -> number != DominatorTree.ROOT)
                        .map(number -> row(heap.addressOf(number)));
        int root = heap.rootTag(address);
        Optional<String> rootKind =
                root < 0 ? Optional.empty() : Optional.of(RootKindNames.text(root));
        OptionalLong referrers =
                found.isPresent() && classIndex < 0
                        ? OptionalLong.of(found.get().referrers())
                        : OptionalLong.empty();
        if (classIndex >= 0) {
            HeapClass of = heap.classes().get(classIndex);
            return new ObjectDetails(
                    row,
                    of.loader(),
                    OptionalLong.empty(),
                    rootKind,
                    dominator,
                    referrers,
                    staticFields(of));
        }
        whole.open(heap.position(address));
        OptionalLong length =
                whole.isInstance() ? OptionalLong.empty() : OptionalLong.of(whole.length());
        long loader = whole.classIndex() < 0 ? 0 : heap.classes().get(whole.classIndex()).loader();
        return new ObjectDetails(
                row, loader, length, rootKind, dominator, referrers, instanceFields());
    }

    private List<ObjectDetails.Field> staticFields(HeapClass of) {
        List<ObjectDetails.Field> rows = new ArrayList<>();
        ClassDump dump = of.dump();
        for (int i = 0; dump != null && i < dump.staticTypes().length; i++) {
            String name = heap.classes().fieldName(dump.staticNames()[i]);
            rows.add(field(of.name(), name, dump.staticTypes()[i], true, dump.staticValues()[i]));
        }
        return rows;
    }

    /** The fields of the instance that the reader has open. */
    private List<ObjectDetails.Field> instanceFields() {
        List<ObjectDetails.Field> rows = new ArrayList<>();
        if (!whole.isInstance() || whole.classIndex() < 0) {
            return rows;
        }
        HprofBytes bytes = heap.file().bytes();
        long at = whole.data();
        long end = at + whole.length();
        for (HeapClass level : heap.classes().lineage(heap.classes().get(whole.classIndex()))) {
            ClassDump dump = level.dump();
            for (int i = 0; dump != null && i < dump.fieldTypes().length; i++) {
                int type = dump.fieldTypes()[i];
                int size = BasicType.bytesOf(type, bytes.idBytes());
                if (size > 0 && at + size <= end) {
                    String name = heap.classes().fieldName(dump.fieldNames()[i]);
                    rows.add(field(level.name(), name, type, false, bytes.value(type, at)));
                }
                at += size;
            }
        }
        return rows;
    }

    private ObjectDetails.Field field(
            String of, String name, int typeCode, boolean isStatic, long value) {
        BasicType type = BasicType.ofCode(typeCode);
        if (type == BasicType.OBJECT) {
            boolean isThere = value != 0 && heap.isThere(value);
            return new ObjectDetails.Field(
                    of,
                    name,
                    "reference",
                    isStatic,
                    value == 0 ? Optional.of("null") : Optional.empty(),
                    isThere ? Optional.of(row(value)) : Optional.empty());
        }
        return new ObjectDetails.Field(
                of,
                name,
                type == null ? "?" : type.javaName(),
                isStatic,
                Optional.of(text(type, value)),
                Optional.empty());
    }

    /** A value in the spelling of Java source. */
    static String text(@Nullable BasicType type, long bits) {
        return switch (type) {
            case BOOLEAN -> Boolean.toString(bits != 0);
            case CHAR -> Integer.toString((int) bits);
            case FLOAT -> Float.toString(Float.intBitsToFloat((int) bits));
            case DOUBLE -> Double.toString(Double.longBitsToDouble(bits));
            case null, default -> Long.toString(bits);
        };
    }
}
