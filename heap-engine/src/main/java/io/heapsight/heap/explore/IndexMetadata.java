/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofFile;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of an index that is read into the Java heap: classes, their sizes and figures, and the
 * GC roots.
 *
 * @param inner the number of numbered objects
 * @param scale of the index
 * @param roots {@link GcRoots#FIELDS} numbers per root
 */
@SuppressWarnings("ArrayRecordComponent") // three numbers per root
record IndexMetadata(
        int inner,
        int scale,
        HeapClasses classes,
        ObjectSizes sizes,
        ClassFigures figures,
        long[] roots) {
    /** The scale for identifiers that are not addresses. */
    private static final int UNALIGNED_SCALE = 3;

    /**
     * Writes the metadata in the format of {@link #readFrom}.
     *
     * @param classAddresses addresses that instances name as their class
     */
    static void write(
            DataOutput out,
            int inner,
            DumpedHeap heap,
            long[] classAddresses,
            ObjectSizes sizes,
            ClassFigures figures)
            throws IOException {
        out.writeInt(inner);
        out.writeInt(heap.index().scale());
        List<ClassDump> dumps = new ArrayList<>();
        for (HeapClass each : heap.classes().all()) {
            if (each.dump() != null) {
                dumps.add(each.dump());
            }
        }
        out.writeInt(dumps.size());
        for (ClassDump dump : dumps) {
            write(out, dump);
        }
        write(out, classAddresses);
        out.writeInt(heap.classes().size());
        sizes.writeTo(out);
        figures.writeTo(out);
        GcRoots roots = heap.roots();
        out.writeInt((int) roots.size());
        for (long root = 0; root < roots.size(); root++) {
            for (int field = 0; field < GcRoots.FIELDS; field++) {
                out.writeLong(roots.raw(root, field));
            }
        }
    }

    private static void write(DataOutput out, ClassDump dump) throws IOException {
        out.writeLong(dump.address());
        out.writeLong(dump.superAddress());
        out.writeLong(dump.loader());
        out.writeLong(dump.signers());
        out.writeLong(dump.protectionDomain());
        out.writeLong(dump.fieldBytes());
        write(out, dump.staticNames());
        out.write(dump.staticTypes());
        write(out, dump.staticValues());
        write(out, dump.fieldNames());
        out.write(dump.fieldTypes());
    }

    private static void write(DataOutput out, long[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (long number : numbers) {
            out.writeLong(number);
        }
    }

    /**
     * Reads the metadata.
     *
     * @param file the dump, which contains the names
     * @throws IOException if the metadata is truncated
     * @throws IllegalArgumentException if the metadata contradicts itself
     */
    static IndexMetadata readFrom(DataInputStream in, HprofFile file) throws IOException {
        int inner = in.readInt();
        int scale = in.readInt();
        require(inner >= 0 && (scale == 0 || scale == UNALIGNED_SCALE), "scale");
        int count = count(in);
        List<ClassDump> dumps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            dumps.add(classDump(in));
        }
        HeapClasses classes = HeapClasses.of(file, dumps, longs(in, count(in)));
        require(in.readInt() == classes.size(), "classes");
        ObjectSizes sizes = ObjectSizes.readFrom(in, classes.size());
        ClassFigures figures = ClassFigures.readFrom(in, classes.size());
        long[] roots = longs(in, Math.multiplyExact(count(in), GcRoots.FIELDS));
        return new IndexMetadata(inner, scale, classes, sizes, figures, roots);
    }

    private static ClassDump classDump(DataInputStream in) throws IOException {
        long address = in.readLong();
        long superAddress = in.readLong();
        long loader = in.readLong();
        long signers = in.readLong();
        long protectionDomain = in.readLong();
        long fieldBytes = in.readLong();
        long[] staticNames = longs(in, count(in));
        byte[] staticTypes = bytes(in, staticNames.length);
        long[] staticValues = longs(in, count(in));
        require(staticValues.length == staticNames.length, "static fields");
        long[] fieldNames = longs(in, count(in));
        return new ClassDump(
                address,
                superAddress,
                loader,
                signers,
                protectionDomain,
                fieldBytes,
                staticNames,
                staticTypes,
                staticValues,
                fieldNames,
                bytes(in, fieldNames.length));
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        require(count >= 0 && count <= in.available(), "number");
        return count;
    }

    private static long[] longs(DataInputStream in, int count) throws IOException {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = in.readLong();
        }
        return numbers;
    }

    private static byte[] bytes(DataInputStream in, int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("invalid " + what);
        }
    }
}
