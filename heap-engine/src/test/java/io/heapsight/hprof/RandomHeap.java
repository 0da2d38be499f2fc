/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random heap, the same for the same seed. Classes inherit, have fields of all types and static
 * fields, and are loaded by objects. There are instances, arrays, threads with locals, roots of all
 * kinds, null references and dangling ones. Much of it is unreachable.
 */
public final class RandomHeap {
    private static final BasicType[] PRIMITIVES = {
        BasicType.BOOLEAN,
        BasicType.CHAR,
        BasicType.FLOAT,
        BasicType.DOUBLE,
        BasicType.BYTE,
        BasicType.SHORT,
        BasicType.INT,
        BasicType.LONG
    };
    private static final RootKind[] ROOT_KINDS = RootKind.values();

    /** Without it, small seeds begin with the same choices. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final long NOWHERE = 0x1230;

    private final int mostApart;
    private final Random random;
    private final DumpBuilder dump;
    private final HeapTruth truth = new HeapTruth();
    private final List<DumpClass> types = new ArrayList<>();
    private final List<Long> addresses = new ArrayList<>();
    private final List<Integer> threads = new ArrayList<>();
    private final List<Long> threadObjects = new ArrayList<>();

    /**
     * Creates the heap of a seed.
     *
     * @param mostObjects besides the classes
     */
    public RandomHeap(long seed, int mostObjects) {
        this(seed, mostObjects, 0);
    }

    /**
     * Creates a heap with holes.
     *
     * @param mostApart bytes between an object and the next one; 0 for mostly adjacent objects
     */
    public RandomHeap(long seed, int mostObjects, int mostApart) {
        this.mostApart = mostApart;
        random = new Random(seed * SPREAD);
        dump = new DumpBuilder(random.nextInt(4) == 0 ? Integer.BYTES : Long.BYTES);
        makeClasses();
        makeObjects(1 + random.nextInt(mostObjects));
        dump.classes().forEach(type -> truth.addObject(type.address()));
        addresses.forEach(truth::addObject);
        connect();
        makeRoots();
    }

    public DumpBuilder dump() {
        return dump;
    }

    public HeapTruth truth() {
        return truth;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private <T> T oneOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void makeClasses() {
        DumpClass object = dump.classNamed("java.lang.Object");
        types.add(object);
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            DumpClass type = dump.addClass("com.acme.Type" + i, oneOf(types));
            int fields = random.nextInt(6);
            for (int f = 0; f < fields; f++) {
                String name = "field" + i + "_" + f;
                type.field(name, oneIn(2) ? BasicType.OBJECT : primitive());
            }
            types.add(type);
        }
        for (BasicType primitive : PRIMITIVES) {
            dump.classNamed(primitive.javaName() + "[]");
        }
        dump.classNamed("java.lang.Thread").reference("name").reference("target");
    }

    private BasicType primitive() {
        return PRIMITIVES[random.nextInt(PRIMITIVES.length)];
    }

    private void makeObjects(int count) {
        DumpClass thread = dump.classNamed("java.lang.Thread");
        for (int i = 0; i < count; i++) {
            if (oneIn(20)) {
                dump.skip(8L * random.nextInt(1000));
            }
            if (mostApart > 0) {
                dump.skip(8L * random.nextInt(mostApart / 8));
            }
            switch (random.nextInt(12)) {
                case 0, 1 -> addresses.add(dump.zeroes(primitive(), random.nextInt(20)));
                case 2, 3 -> addresses.add(dump.array(oneOf(types), new long[random.nextInt(6)]));
                case 4 -> {
                    long address = dump.instance(thread);
                    addresses.add(address);
                    if (oneIn(2)) {
                        threads.add(dump.thread(address));
                        threadObjects.add(address);
                    }
                }
                default -> addresses.add(dump.instance(oneOf(types)));
            }
        }
    }

    /** Null, an object (often a near one), a class, or an unused address. */
    private long anyReference() {
        int dice = random.nextInt(100);
        if (dice < 25) {
            return 0;
        }
        if (dice < 27) {
            return NOWHERE;
        }
        if (dice < 31) {
            return oneOf(dump.classes()).address();
        }
        return oneOf(addresses);
    }

    private void connect() {
        for (DumpRecord record : dump.records()) {
            switch (record) {
                case DumpRecord.Instance instance -> connect(instance);
                case DumpRecord.ObjectArray array -> connect(array);
                case DumpRecord.PrimitiveArray array -> {
                    String name = array.element().javaName() + "[]";
                    truth.addEdge(array.address(), dump.classNamed(name).address());
                }
                case DumpRecord.Raw _ -> {}
            }
        }
        dump.classes().forEach(this::connect);
    }

    private void connect(DumpRecord.Instance instance) {
        truth.addEdge(instance.address(), instance.type().address());
        for (DumpClass.Field field : instance.type().allFields()) {
            if (field.type() == BasicType.OBJECT) {
                long target = anyReference();
                instance.set(field.name(), target);
                truth.addEdge(instance.address(), target);
            } else {
                instance.set(field.name(), random.nextInt(100));
            }
        }
    }

    private void connect(DumpRecord.ObjectArray array) {
        truth.addEdge(array.address(), array.type().address());
        for (int i = 0; i < array.elements().size(); i++) {
            long target = anyReference();
            array.elements().set(i, target);
            truth.addEdge(array.address(), target);
        }
    }

    private void connect(DumpClass type) {
        truth.addEdge(type.address(), dump.classNamed("java.lang.Class").address());
        DumpClass superClass = type.superClass();
        if (superClass != null) {
            truth.addEdge(type.address(), superClass.address());
        }
        if (!type.name().startsWith("com.acme.") || oneIn(2)) {
            return;
        }
        type.loadedBy(oneOf(addresses));
        truth.addEdge(type.address(), type.loader());
        if (oneIn(4)) {
            // Eclipse MAT follows neither, and so do we.
            type.signedBy(oneOf(addresses)).protectedBy(oneOf(addresses));
        }
        int statics = random.nextInt(4);
        for (int i = 0; i < statics; i++) {
            if (oneIn(2)) {
                long target = anyReference();
                type.staticReference("static" + i, target);
                truth.addEdge(type.address(), target);
            } else {
                type.staticField("static" + i, primitive(), random.nextInt(100));
            }
        }
    }

    private void makeRoots() {
        dump.stickyBootClasses();
        dump.classes().stream()
                .filter(type -> type.loader() == 0)
                .forEach(type -> truth.addRoot(type.address()));
        threadObjects.forEach(truth::addRoot);
        int count = random.nextInt(2 + addresses.size() / 20);
        for (int i = 0; i < count; i++) {
            RootKind kind = ROOT_KINDS[random.nextInt(ROOT_KINDS.length)];
            long address = oneIn(10) ? NOWHERE : oneOf(addresses);
            if (!kind.isLocal()) {
                dump.root(kind, address, 0, 0);
                truth.addRoot(address);
            } else if (!threads.isEmpty()) {
                int thread = random.nextInt(threads.size());
                dump.root(kind, address, threads.get(thread), 0);
                truth.addEdge(threadObjects.get(thread), address);
            }
        }
    }
}
