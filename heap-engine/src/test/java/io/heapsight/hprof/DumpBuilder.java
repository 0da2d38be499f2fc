/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes small heap dumps for tests. Objects get their addresses when they are made, in ascending
 * order and as far apart as HotSpot would put them; they can be changed until {@link #bytes}.
 *
 * <pre>{@code
 * DumpBuilder dump = new DumpBuilder();
 * DumpClass node = dump.addClass("com.acme.Node").reference("next").field("value", INT);
 * long tail = dump.instance(node, "value", 7);
 * long head = dump.instance(node, "next", tail);
 * dump.root(RootKind.JNI_GLOBAL, head);
 * try (HprofFile file = dump.open()) { … }
 * }</pre>
 */
public final class DumpBuilder {
    private static final int MIRROR_BYTES = 112;

    private final int idBytes;
    private final HeapLayout layout;
    private final Map<String, DumpClass> classes = new LinkedHashMap<>();
    private final Map<Long, DumpRecord> objects = new LinkedHashMap<>();
    private final List<DumpRecord> records = new ArrayList<>();
    private final ThreadStacks stacks = new ThreadStacks();
    private DumpFormat format = DumpFormat.HOTSPOT;
    private long next = 0xC000_0000L;
    private @Nullable Long chosen;

    /** A builder with 64-bit identifiers. */
    public DumpBuilder() {
        this(Long.BYTES);
    }

    /** A builder with the classes java.lang.Object and java.lang.Class only. */
    public DumpBuilder(int idBytes) {
        this.idBytes = idBytes;
        this.layout = HeapLayout.of(idBytes);
        define("java.lang.Object", null);
        addClass("java.lang.Class");
    }

    /** Version, framing and order of the records. */
    public DumpBuilder format(DumpFormat dumpFormat) {
        format = dumpFormat;
        return this;
    }

    /** Sets the address of the next object or class; later ones follow it. */
    public DumpBuilder at(long address) {
        chosen = address;
        return this;
    }

    /** Leaves a hole before the next object. */
    public DumpBuilder skip(long bytes) {
        next += bytes;
        return this;
    }

    public DumpClass addClass(String name) {
        return addClass(name, classNamed("java.lang.Object"));
    }

    public DumpClass addClass(String name, DumpClass superClass) {
        return define(name, superClass);
    }

    /** Adds another class of the same name, as of another loader. */
    public DumpClass addClassAgain(String name) {
        DumpClass type = new DumpClass(name, take(MIRROR_BYTES), classNamed("java.lang.Object"));
        classes.put(name + "#" + classes.size(), type);
        return type;
    }

    private DumpClass define(String name, @Nullable DumpClass superClass) {
        DumpClass type = new DumpClass(name, take(MIRROR_BYTES), superClass);
        if (classes.putIfAbsent(name, type) != null) {
            throw new IllegalArgumentException("defined twice: " + name);
        }
        return type;
    }

    /** Returns the class with this name; adds it if it is missing. */
    public DumpClass classNamed(String name) {
        DumpClass known = classes.get(name);
        return known != null ? known : addClass(name);
    }

    /** Adds an instance with fields given as pairs of name and value; the others are 0. */
    public long instance(DumpClass type, Object... namesAndValues) {
        long address = take(layout.instanceBytes(type));
        return object(address, DumpRecord.Instance.of(address, type, namesAndValues));
    }

    /** Adds an array of references to objects of a class. */
    public long array(DumpClass element, long... elements) {
        DumpClass type = classNamed(element.name() + "[]");
        long address = take(layout.arrayBytes(BasicType.OBJECT, elements.length));
        return object(address, DumpRecord.ObjectArray.of(address, type, elements));
    }

    /** Adds an array of primitives. */
    public long array(BasicType element, Object... elements) {
        BigEndianBytes data = new BigEndianBytes(idBytes);
        for (Object value : elements) {
            data.value(element, value);
        }
        return primitives(element, data.toByteArray());
    }

    /** Adds an array of zeroes. */
    public long zeroes(BasicType element, int length) {
        return primitives(element, new byte[length * element.bytes()]);
    }

    private long primitives(BasicType element, byte[] data) {
        classNamed(element.javaName() + "[]");
        long address = take(layout.arrayBytes(element, data.length / element.bytes()));
        return object(address, new DumpRecord.PrimitiveArray(address, element, data));
    }

    /** Adds a Latin-1 string as in JDK 9 and later, with its own array. */
    public long string(String text) {
        DumpClass type = classNamed("java.lang.String");
        if (type.fields().isEmpty()) {
            type.field("hash", BasicType.INT)
                    .field("coder", BasicType.BYTE)
                    .field("hashIsZero", BasicType.BOOLEAN)
                    .reference("value");
        }
        long value = primitives(BasicType.BYTE, text.getBytes(StandardCharsets.ISO_8859_1));
        return instance(type, "value", value);
    }

    /** Changes a field of an instance. */
    public DumpBuilder set(long address, String field, Object value) {
        ((DumpRecord.Instance) find(address)).set(field, value);
        return this;
    }

    /** Changes an element of an array of references. */
    public DumpBuilder set(long address, int index, long element) {
        ((DumpRecord.ObjectArray) find(address)).elements().set(index, element);
        return this;
    }

    private DumpRecord find(long address) {
        return Objects.requireNonNull(objects.get(address));
    }

    /** Makes an object or a class a root. */
    public DumpBuilder root(RootKind kind, long address) {
        return root(kind, address, 1, 0);
    }

    /** Makes an object a local of the thread with this serial number. */
    public DumpBuilder root(RootKind kind, long address, int thread, int frame) {
        return raw(kind.record(idBytes, address, thread, frame));
    }

    /** Makes the classes of the boot loader roots, as HotSpot does. */
    public DumpBuilder stickyBootClasses() {
        classes.values().stream()
                .filter(type -> type.loader() == 0)
                .forEach(type -> root(RootKind.STICKY_CLASS, type.address()));
        return this;
    }

    /**
     * Makes an object a thread with these frames, the topmost first.
     *
     * @return the thread's serial number, for its locals
     */
    public int thread(long address, StackTraces.Frame... frames) {
        int serial = stacks.add(List.of(frames));
        root(RootKind.THREAD_OBJECT, address, serial, serial);
        return serial;
    }

    /** Android: sets the heap of the following objects. */
    public DumpBuilder heapInfo(int heap, String name) {
        long nameId = stacks.name(name);
        return raw(new BigEndianBytes(idBytes).u1(0xFE).u4(heap).id(nameId).toByteArray());
    }

    /** Android: adds an object known to be unreachable. */
    public DumpBuilder unreachable(long address) {
        return raw(new BigEndianBytes(idBytes).u1(0x90).id(address).toByteArray());
    }

    /** Android: adds an array without its values. */
    public long arrayWithoutData(BasicType element, int length) {
        classNamed(element.javaName() + "[]");
        long address = take(layout.arrayBytes(element, length));
        raw(
                new BigEndianBytes(idBytes)
                        .u1(0xC3)
                        .id(address)
                        .u4(0)
                        .u4(length)
                        .u1(element.code())
                        .toByteArray());
        return address;
    }

    /** Adds any record inside the heap dump, tag included. */
    public DumpBuilder raw(byte... record) {
        records.add(new DumpRecord.Raw(record));
        return this;
    }

    private long object(long address, DumpRecord record) {
        objects.put(address, record);
        records.add(record);
        return address;
    }

    private long take(long bytes) {
        long address = chosen == null ? next : chosen;
        chosen = null;
        next = address + bytes;
        return address;
    }

    int idBytes() {
        return idBytes;
    }

    /** Returns the true size of an object in the heap of the dump. */
    public long shallowBytes(long address) {
        return switch (find(address)) {
            case DumpRecord.Instance i -> layout.instanceBytes(i.type());
            case DumpRecord.ObjectArray a ->
                    layout.arrayBytes(BasicType.OBJECT, a.elements().size());
            case DumpRecord.PrimitiveArray p ->
                    layout.arrayBytes(p.element(), p.data().length / p.element().bytes());
            case DumpRecord.Raw _ -> throw new IllegalArgumentException("no object: " + address);
        };
    }

    /** Returns the classes in the order of their addition. */
    public List<DumpClass> classes() {
        return List.copyOf(classes.values());
    }

    List<DumpRecord> records() {
        return records;
    }

    ThreadStacks stacks() {
        return stacks;
    }

    /** Returns the bytes of the dump file. */
    public byte[] bytes() {
        return new DumpWriter(this, format).write();
    }

    /** Opens the dump. */
    public HprofFile open() {
        return open(bytes());
    }

    /** Opens a dump from bytes, for instance mutated ones. */
    public static HprofFile open(byte[] dump) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment copy = arena.allocate(Math.max(1, dump.length), Long.BYTES);
            MemorySegment.copy(dump, 0, copy, ValueLayout.JAVA_BYTE, 0, dump.length);
            return HprofFile.open(arena, copy.asSlice(0, dump.length));
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Writes the dump into a new file of a directory. */
    public Path writeTo(Path directory) throws IOException {
        return Files.write(Files.createTempFile(directory, "dump", ".hprof"), bytes());
    }

    @Override
    public String toString() {
        return "DumpBuilder" + Arrays.asList(idBytes, format, classes.size(), objects.size());
    }
}
