/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Writes a {@link DumpBuilder}'s objects in the order of HotSpot's heapDumper.cpp. */
final class DumpWriter {
    private static final int NAME = 0x01;
    private static final int LOAD_CLASS = 0x02;
    private static final int STACK_FRAME = 0x04;
    private static final int STACK_TRACE = 0x05;
    private static final int HEAP_DUMP = 0x0C;
    private static final int HEAP_DUMP_SEGMENT = 0x1C;
    private static final int HEAP_DUMP_END = 0x2C;
    private static final int CLASS = 0x20;
    private static final int INSTANCE = 0x21;
    private static final int OBJECT_ARRAY = 0x22;
    private static final int PRIMITIVE_ARRAY = 0x23;
    private static final int NO_TRACE = 0;

    private final DumpBuilder dump;
    private final DumpFormat format;
    private final int idBytes;
    private final BigEndianBytes out;

    DumpWriter(DumpBuilder dump, DumpFormat format) {
        this.dump = dump;
        this.format = format;
        this.idBytes = dump.idBytes();
        this.out = bytes();
    }

    private BigEndianBytes bytes() {
        return new BigEndianBytes(idBytes);
    }

    byte[] write() {
        // The records first: the names that they use precede them in the file.
        List<byte[]> heap = heap();
        BigEndianBytes classes = loadedClasses();
        BigEndianBytes stacks = stacks();
        out.utf8("JAVA PROFILE " + format.version()).u1(0).u4(idBytes).u8(1_700_000_000_000L);
        dump.stacks().names().forEach((text, id) -> record(NAME, bytes().id(id).utf8(text)));
        out.raw(classes.toByteArray()).raw(stacks.toByteArray());
        frame(heap);
        return out.toByteArray();
    }

    private void record(int tag, BigEndianBytes body) {
        record(out, tag, body);
    }

    private static void record(BigEndianBytes into, int tag, BigEndianBytes body) {
        into.u1(tag).u4(0).u4(body.size()).raw(body.toByteArray());
    }

    private long name(String text) {
        return dump.stacks().name(text);
    }

    private BigEndianBytes loadedClasses() {
        BigEndianBytes into = bytes();
        int serial = 1;
        for (DumpClass type : dump.classes()) {
            BigEndianBytes body =
                    bytes().u4(serial++).id(type.address()).u4(NO_TRACE).id(name(type.fileName()));
            record(into, LOAD_CLASS, body);
        }
        return into;
    }

    private BigEndianBytes stacks() {
        BigEndianBytes into = bytes();
        List<DumpClass> classes = dump.classes();
        long frame = 1;
        int serial = 1;
        for (List<StackTraces.Frame> stack : dump.stacks().stacks()) {
            BigEndianBytes trace = bytes().u4(serial).u4(serial).u4(stack.size());
            for (StackTraces.Frame line : stack) {
                int classSerial = 0;
                for (int i = 0; i < classes.size(); i++) {
                    classSerial =
                            classes.get(i).fileName().equals(line.className())
                                    ? i + 1
                                    : classSerial;
                }
                String source = line.sourceFile();
                BigEndianBytes body = bytes().id(frame).id(name(line.method())).id(name("()V"));
                body.id(source == null ? 0 : name(source)).u4(classSerial).u4(line.line());
                record(into, STACK_FRAME, body);
                trace.id(frame++);
            }
            record(into, STACK_TRACE, trace);
            serial++;
        }
        return into;
    }

    private List<byte[]> heap() {
        List<byte[]> heap = new ArrayList<>();
        for (DumpClass type : dump.classes()) {
            heap.add(classRecord(type));
        }
        int classes = heap.size();
        for (DumpRecord record : dump.records()) {
            heap.add(record(record));
        }
        switch (format.order()) {
            case AS_ADDED -> {}
            case OBJECTS_SHUFFLED ->
                    Collections.shuffle(
                            heap.subList(classes, heap.size()), new Random(format.orderSeed()));
            case SHUFFLED -> Collections.shuffle(heap, new Random(format.orderSeed()));
        }
        return heap;
    }

    private void frame(List<byte[]> heap) {
        Framing framing = format.framing();
        int tag = framing.isSegmented() ? HEAP_DUMP_SEGMENT : HEAP_DUMP;
        BigEndianBytes body = bytes();
        for (byte[] record : heap) {
            body.raw(record);
            if (framing.isSegmented() && body.size() >= format.segmentBytes()) {
                segment(tag, body);
                body = bytes();
            }
        }
        if (body.size() > 0) {
            segment(tag, body);
        }
        if (framing.isSegmented()) {
            record(HEAP_DUMP_END, bytes());
        }
    }

    private void segment(int tag, BigEndianBytes body) {
        out.u1(tag).u4(0).u4(format.framing().isRunningOn() ? 0 : body.size());
        out.raw(body.toByteArray());
    }

    private byte[] classRecord(DumpClass type) {
        DumpClass superClass = type.superClass();
        long superAddress = superClass == null ? 0 : superClass.address();
        BigEndianBytes into = bytes().u1(CLASS).id(type.address()).u4(NO_TRACE);
        into.id(superAddress).id(type.loader()).id(type.signers()).id(type.protectionDomain());
        into.id(0).id(0);
        into.u4(type.allFields().stream().mapToInt(f -> fileBytes(f.type())).sum());
        into.u2(type.pool().size());
        type.pool().forEach(p -> into.u2(p.index()).u1(p.type().code()).value(p.type(), p.value()));
        into.u2(type.statics().size());
        for (DumpClass.Static field : type.statics()) {
            into.id(name(field.name())).u1(field.type().code()).value(field.type(), field.value());
        }
        into.u2(type.fields().size());
        type.fields().forEach(f -> into.id(name(f.name())).u1(f.type().code()));
        return into.toByteArray();
    }

    private byte[] record(DumpRecord record) {
        return switch (record) {
            case DumpRecord.Instance i -> instance(i);
            case DumpRecord.ObjectArray a -> objectArray(a);
            case DumpRecord.PrimitiveArray p -> primitiveArray(p);
            case DumpRecord.Raw raw -> raw.bytes();
        };
    }

    private byte[] instance(DumpRecord.Instance instance) {
        BigEndianBytes fields = bytes();
        for (DumpClass.Field field : instance.type().allFields()) {
            fields.value(field.type(), instance.values().getOrDefault(field.name(), 0));
        }
        return bytes().u1(INSTANCE)
                .id(instance.address())
                .u4(NO_TRACE)
                .id(instance.type().address())
                .u4(fields.size())
                .raw(fields.toByteArray())
                .toByteArray();
    }

    private byte[] objectArray(DumpRecord.ObjectArray array) {
        BigEndianBytes into = bytes().u1(OBJECT_ARRAY).id(array.address()).u4(NO_TRACE);
        into.u4(array.elements().size()).id(array.type().address());
        array.elements().forEach(into::id);
        return into.toByteArray();
    }

    private byte[] primitiveArray(DumpRecord.PrimitiveArray array) {
        return bytes().u1(PRIMITIVE_ARRAY)
                .id(array.address())
                .u4(NO_TRACE)
                .u4(array.data().length / array.element().bytes())
                .u1(array.element().code())
                .raw(array.data())
                .toByteArray();
    }

    private int fileBytes(BasicType type) {
        return type == BasicType.OBJECT ? idBytes : type.bytes();
    }
}
