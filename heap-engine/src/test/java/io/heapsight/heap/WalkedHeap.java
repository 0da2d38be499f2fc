/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * All objects of a dump in memory, read record by record. Retained bytes come from the analysis'
 * file of objects. A slow and simple reference implementation.
 */
final class WalkedHeap implements AutoCloseable {
    private final MemoryBudget budget = new MemoryBudget(128L << 20);
    private final WorkerThreads workers = new WorkerThreads(2);
    private final HprofFile file;
    private final DumpedHeap heap;
    private final List<Walked> all = new ArrayList<>();
    private final Map<Long, Walked> byAddress = new HashMap<>();
    private final IdentityHashMap<HeapClass, Type> types = new IdentityHashMap<>();
    private final Map<Shape, Long> unreachableBytes = new HashMap<>();

    /** What all objects of a class have in common. */
    private record Type(
            HeapClass of,
            String className,
            String packageName,
            Set<String> lineage,
            Map<String, Field> fields) {}

    /** A field of instances: its type, and its distance from the first one. */
    private record Field(byte type, long offset) {}

    /** Objects of the same size. */
    private record Shape(int type, long length) {}

    /** An object, by its record in the file; a class object has none. */
    final class Walked {
        private final long address;
        private final Type type;
        private final long position;
        private final long length;
        private final long shallow;
        private final long retained;

        Walked(long address, HeapClass type, long position, long length, long[] sizes) {
            this.address = address;
            this.type = types.computeIfAbsent(type, WalkedHeap.this::describe);
            this.position = position;
            this.length = length;
            this.shallow = sizes[0];
            this.retained = sizes[1];
        }

        long address() {
            return address;
        }

        String className() {
            return type.className;
        }

        boolean isOf(String name) {
            return type.className.equals(name);
        }

        boolean isBelow(String rawName) {
            return type.lineage.contains(rawName);
        }

        String packageName() {
            return type.packageName;
        }

        long loader() {
            return type.of.loader();
        }

        String loaderClass() {
            Walked loader = byAddress.get(type.of.loader());
            return loader == null ? "" : loader.className();
        }

        long shallow() {
            return shallow;
        }

        boolean isReachable() {
            return retained >= 0;
        }

        /** -1 if unreachable. */
        long retained() {
            return retained;
        }

        /** -1 if it is no array. */
        long length() {
            return length;
        }

        boolean isNumber(String field, LongPredicate holds) {
            Long bits = bits(field, BasicType.INT);
            bits = bits == null ? bits(field, BasicType.LONG) : bits;
            bits = bits == null ? bits(field, BasicType.BYTE) : bits;
            return bits != null && holds.test(bits);
        }

        boolean isReference(String field, LongPredicate holds) {
            Long bits = bits(field, BasicType.OBJECT);
            return bits != null && holds.test(bits);
        }

        boolean isFlag(String field, boolean value) {
            Long bits = bits(field, BasicType.BOOLEAN);
            return bits != null && (bits != 0) == value;
        }

        boolean isFloat(String field, float value) {
            Long bits = bits(field, BasicType.FLOAT);
            return bits != null && Float.intBitsToFloat(bits.intValue()) == value;
        }

        /** The field "size" of the object in a field; 0 for null. */
        long sizeOf(String field) {
            Long bits = bits(field, BasicType.OBJECT);
            Walked target = bits == null ? null : byAddress.get(bits);
            Long size = target == null ? null : target.bits("size", BasicType.INT);
            return size == null ? 0 : size;
        }

        private @Nullable Long bits(String field, BasicType wanted) {
            if (position < 0 || length >= 0) {
                return null;
            }
            Field its = type.fields.get(field);
            return its == null || its.type != wanted.code()
                    ? null
                    : file.bytes().value(its.type, fieldsBegin() + its.offset);
        }

        private long fieldsBegin() {
            int idBytes = file.bytes().idBytes();
            return position + 1 + idBytes + Integer.BYTES + idBytes + Integer.BYTES;
        }
    }

    private WalkedHeap(Path dump) throws Exception {
        file = HprofFile.open(dump);
        heap =
                new HeapLoader(
                                file,
                                budget,
                                workers,
                                new PhaseStarter(Progress.SILENT, new CancelSignal()))
                        .load()
                        .heap();
    }

    /**
     * Reads all records of a dump.
     *
     * @param objects the analysis' file of reachable objects
     * @param explorer gives the sizes of others
     */
    static WalkedHeap of(Path dump, Path objects, HeapExplorer explorer) throws Exception {
        WalkedHeap walked = new WalkedHeap(dump);
        Map<Long, long[]> sizes = new HashMap<>();
        for (String line : Files.readAllLines(objects)) {
            String[] words = line.split("\t", -1);
            sizes.put(
                    Long.decode(words[0]),
                    new long[] {Long.parseLong(words[2]), Long.parseLong(words[3])});
        }
        RecordCursor cursor = new RecordCursor(walked.file.bytes());
        for (Segment segment : walked.file.segments()) {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                if (cursor.isObject()) {
                    walked.add(cursor, sizes, explorer);
                }
            }
        }
        HeapClass classObjects = walked.heap.classes().get(walked.heap.classes().javaLangClass());
        for (HeapClass each : walked.heap.classes().all()) {
            if (each.dump() != null) {
                long[] its = sizes.get(each.address());
                if (its == null) {
                    its = new long[] {shallow(each.address(), explorer), -1};
                }
                walked.add(walked.new Walked(each.address(), classObjects, -1, -1, its));
            }
        }
        return walked;
    }

    private static String packageOf(HeapClass type) {
        String name = type.rawName().replaceFirst("^\\[+L?", "").replace('/', '.');
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    private static long shallow(long address, HeapExplorer explorer) throws Exception {
        return explorer.object(address).object().shallowBytes();
    }

    private void add(RecordCursor cursor, Map<Long, long[]> known, HeapExplorer explorer)
            throws Exception {
        int type =
                cursor.tag() == SubRecord.PRIMITIVE_ARRAY
                        ? heap.classes().primitiveArray(cursor.elementType())
                        : heap.classes().indexOf(cursor.classAddress());
        long length = cursor.tag() == SubRecord.INSTANCE ? -1 : cursor.length();
        long[] sizes = known.get(cursor.address());
        if (sizes == null) {
            Shape shape = new Shape(type, length);
            Long bytes = unreachableBytes.get(shape);
            bytes = bytes == null ? shallow(cursor.address(), explorer) : bytes;
            unreachableBytes.put(shape, bytes);
            sizes = new long[] {bytes, -1};
        }
        add(
                new Walked(
                        cursor.address(),
                        heap.classes().get(type),
                        cursor.position(),
                        length,
                        sizes));
    }

    private Type describe(HeapClass of) {
        int idBytes = file.bytes().idBytes();
        Set<String> lineage = new HashSet<>();
        Map<String, Field> fields = new HashMap<>();
        long offset = 0;
        for (HeapClass level : heap.classes().lineage(of)) {
            lineage.add(level.rawName());
            ClassDump dump = level.dump();
            for (int i = 0; dump != null && i < dump.fieldTypes().length; i++) {
                fields.putIfAbsent(
                        heap.classes().fieldName(dump.fieldNames()[i]),
                        new Field(dump.fieldTypes()[i], offset));
                offset += BasicType.bytesOf(dump.fieldTypes()[i], idBytes);
            }
        }
        return new Type(of, of.name(), packageOf(of), lineage, fields);
    }

    private void add(Walked object) {
        all.add(object);
        byAddress.put(object.address, object);
    }

    List<Walked> all() {
        return all;
    }

    @Override
    public void close() {
        workers.close();
        file.close();
        budget.close();
    }
}
