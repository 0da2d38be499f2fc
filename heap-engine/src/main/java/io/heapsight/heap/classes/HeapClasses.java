/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.DumpedNames;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.LongMap;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the classes of a dump: classes that it describes, classes that only instances name, and
 * the classes of primitive arrays.
 */
public final class HeapClasses {
    /** More than the depth of any class hierarchy; a deeper one is a cycle. */
    private static final int DEEPEST = 1_000;

    private static final int NONE = -1;

    /** The offset of a field that a class does not have. */
    public static final int ABSENT = -1;

    private final int idBytes;
    private final List<HeapClass> classes = new ArrayList<>();
    private final LongMap byAddress = new LongMap();
    private final int[] primitiveArrays = new int[BasicType.CODES];
    private final int javaLangClass;
    private final DumpedNames names;
    private final HeapClass[] byIndex;

    private HeapClasses(HprofFile file, List<ClassDump> dumps, long[] otherClasses) {
        this.idBytes = file.bytes().idBytes();
        this.names = file.names(identifiers(file, dumps, otherClasses));
        List<Described> described = described(file, dumps);
        LongMap byDump = new LongMap();
        for (int i = 0; i < described.size(); i++) {
            byDump.put(described.get(i).dump.address(), i);
        }
        for (Described each : described) {
            if (byAddress.get(each.dump.address()) == LongMap.ABSENT) {
                add(hierarchy(each, described, byDump));
            }
        }
        for (long address : otherClasses) {
            if (byAddress.get(address) == LongMap.ABSENT) {
                int index = addUnknown(address, nameOf(file, address), ClassKind.INSTANCE);
                byAddress.put(address, index); // even 0, if an object names it as its class
            }
        }
        Arrays.fill(primitiveArrays, NONE);
        addPrimitiveArrays();
        this.javaLangClass =
                named("java/lang/Class")
                        .orElseGet(() -> addUnknown(0, "java/lang/Class", ClassKind.INSTANCE));
        this.byIndex = classes.toArray(new HeapClass[0]);
    }

    /**
     * Numbers the classes.
     *
     * @param dumps the classes that the dump describes
     * @param otherClasses addresses that instances name as their class; may include those of {@code
     *     dumps}
     */
    public static HeapClasses of(HprofFile file, List<ClassDump> dumps, long[] otherClasses) {
        return new HeapClasses(file, dumps, otherClasses);
    }

    private static List<long[]> identifiers(
            HprofFile file, List<ClassDump> dumps, long[] otherClasses) {
        List<long[]> wanted = new ArrayList<>();
        for (ClassDump dump : dumps) {
            wanted.add(dump.fieldNames());
            wanted.add(dump.staticNames());
            wanted.add(new long[] {file.classNames().get(dump.address())});
        }
        for (long address : otherClasses) {
            wanted.add(new long[] {file.classNames().get(address)});
        }
        return wanted;
    }

    private String nameOf(HprofFile file, long address) {
        String name = names.text(file.classNames().get(address));
        return name == null ? "unknown class 0x" + Long.toHexString(address) : name;
    }

    /** A described class with its name, kept because super classes are read many times. */
    private record Described(ClassDump dump, String name) {}

    private List<Described> described(HprofFile file, List<ClassDump> dumps) {
        List<Described> described = new ArrayList<>(dumps.size());
        for (ClassDump dump : dumps) {
            described.add(new Described(dump, nameOf(file, dump.address())));
        }
        return described;
    }

    /**
     * Adds a class.
     *
     * @param hierarchy the class, followed by its super classes
     */
    private void add(List<Described> hierarchy) {
        Described added = hierarchy.getFirst();
        ClassKind kind = kindOf(added.name);
        ReferenceStrength strength = ReferenceStrength.STRONG;
        int referent = NONE;
        List<Integer> offsets = new ArrayList<>();
        int offset = 0;
        for (Described level : hierarchy) {
            strength = strengthOf(strength, level.name);
            boolean reference = "java/lang/ref/Reference".equals(level.name);
            for (int i = 0; i < level.dump.fieldTypes().length; i++) {
                BasicType type = BasicType.ofCode(level.dump.fieldTypes()[i]);
                if (type == BasicType.OBJECT) {
                    if (reference && "referent".equals(names.text(level.dump.fieldNames()[i]))) {
                        referent = offset;
                    } else {
                        offsets.add(offset);
                    }
                    offset += idBytes;
                } else if (type != null) {
                    offset += type.bytes();
                }
            }
        }
        if (strength == ReferenceStrength.STRONG && referent != NONE) {
            offsets.add(referent); // a subclass of Reference unknown to collectors
            referent = NONE;
        }
        put(
                new HeapClass(
                        classes.size(),
                        added.dump.address(),
                        added.name,
                        kind,
                        added.dump,
                        kind == ClassKind.INSTANCE
                                ? offsets.stream().mapToInt(Integer::intValue).toArray()
                                : new int[0],
                        referent,
                        strength));
    }

    private static ReferenceStrength strengthOf(ReferenceStrength known, String className) {
        for (ReferenceStrength strength : ReferenceStrength.values()) {
            if (strength != ReferenceStrength.STRONG && strength.className().equals(className)) {
                return strength;
            }
        }
        return known;
    }

    private static ClassKind kindOf(String name) {
        if (!name.startsWith("[")) {
            return ClassKind.INSTANCE;
        }
        return name.length() == 2 ? ClassKind.PRIMITIVE_ARRAY : ClassKind.OBJECT_ARRAY;
    }

    private void addPrimitiveArrays() {
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT) {
                String name = ClassNameTranslator.arrayName(type);
                primitiveArrays[type.code()] =
                        named(name).orElseGet(() -> addUnknown(0, name, ClassKind.PRIMITIVE_ARRAY));
            }
        }
    }

    private int addUnknown(long address, String name, ClassKind kind) {
        int index = classes.size();
        ClassKind actual = kind == ClassKind.INSTANCE ? kindOf(name) : kind;
        put(
                new HeapClass(
                        index,
                        address,
                        name,
                        actual,
                        null,
                        new int[0],
                        NONE,
                        ReferenceStrength.STRONG));
        return index;
    }

    private void put(HeapClass added) {
        classes.add(added);
        if (added.address() != 0) {
            byAddress.put(added.address(), added.index());
        }
    }

    /** A class, followed by its super classes. */
    private static List<Described> hierarchy(Described of, List<Described> all, LongMap byDump) {
        List<Described> levels = new ArrayList<>();
        Described level = of;
        while (level != null && levels.size() < DEEPEST) {
            levels.add(level);
            long above = level.dump.superAddress();
            int parent = (int) byDump.get(above);
            level = above == 0 || parent < 0 ? null : all.get(parent);
        }
        return levels;
    }

    public int size() {
        return classes.size();
    }

    public HeapClass get(int index) {
        return byIndex[index];
    }

    public List<HeapClass> all() {
        return classes;
    }

    /** The number of the class whose class object is at an address, or -1. */
    public int indexOf(long address) {
        return (int) byAddress.get(address);
    }

    public int primitiveArray(int typeCode) {
        return primitiveArrays[typeCode];
    }

    /** The class of class objects. */
    public int javaLangClass() {
        return javaLangClass;
    }

    /**
     * The first class with a name in the spelling of the dump; if there are several, that of the
     * boot loader.
     */
    public OptionalInt named(String rawName) {
        int found = NONE;
        for (HeapClass candidate : classes) {
            if (candidate.rawName().equals(rawName) && (found == NONE || candidate.loader() == 0)) {
                found = candidate.index();
            }
        }
        return found == NONE ? OptionalInt.empty() : OptionalInt.of(found);
    }

    /** A class, followed by its super classes; the depth is bounded in case of a cycle. */
    public List<HeapClass> lineage(HeapClass of) {
        List<HeapClass> levels = new ArrayList<>();
        HeapClass level = of;
        while (level != null && levels.size() < DEEPEST) {
            levels.add(level);
            level = superOf(level);
        }
        return levels;
    }

    /** The super class; null for none. */
    public @Nullable HeapClass superOf(HeapClass of) {
        ClassDump dump = of.dump();
        int index = dump == null ? NONE : indexOf(dump.superAddress());
        return index < 0 ? null : classes.get(index);
    }

    /**
     * The offset of a field among an instance's bytes in the file.
     *
     * @param of the class of the instance
     * @param declaredBy the declaring class in the spelling of the dump: {@code of} or a super
     *     class
     * @return {@link #ABSENT} if the class has no such field of that type
     */
    public int fieldOffset(HeapClass of, String declaredBy, String field, BasicType type) {
        int offset = 0;
        for (HeapClass level : lineage(of)) {
            ClassDump dump = level.dump();
            if (dump == null) {
                return ABSENT;
            }
            boolean declares = level.rawName().equals(declaredBy);
            for (int i = 0; i < dump.fieldTypes().length; i++) {
                int code = dump.fieldTypes()[i];
                if (declares
                        && code == type.code()
                        && fieldName(dump.fieldNames()[i]).equals(field)) {
                    return offset;
                }
                offset += BasicType.bytesOf(code, idBytes);
            }
        }
        return ABSENT;
    }

    /** The name of a field. */
    public String fieldName(long identifier) {
        String name = names.text(identifier);
        return name == null ? "?" : name;
    }
}
