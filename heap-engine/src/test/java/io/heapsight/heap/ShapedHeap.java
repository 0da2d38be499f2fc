/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.RootKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Heaps of tens of thousands of objects that differ in the shares of garbage, strings, arrays and
 * small objects of a program's classes, in the references of each object and in the order of the
 * dump. Equal seeds give equal heaps.
 */
final class ShapedHeap {
    private static final int MOST_REFERENCES = 8;

    private final SplittableRandom random;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass node;
    private final DumpClass point;
    private final List<Long> live = new ArrayList<>();
    private final List<Long> dropped = new ArrayList<>();
    private final double garbage;
    private final double strings;
    private final double arrays;
    private final double points;
    private final int references;
    private final int texts;

    ShapedHeap(int seed, int objects) {
        random = new SplittableRandom(seed);
        garbage = seed % 4 * 0.3;
        strings = random.nextDouble() / 2;
        arrays = random.nextDouble() / 2;
        points = random.nextDouble();
        references = random.nextInt(MOST_REFERENCES);
        texts = 1 << random.nextInt(16);
        long loader = dump.instance(dump.addClass("app.Loader"));
        node = dump.addClass("app.Node").loadedBy(loader);
        for (int i = 0; i < references; i++) {
            node.reference("to" + i);
        }
        point = dump.addClass("app.Point").field("x", BasicType.LONG).loadedBy(loader);
        for (int i = 0; i < objects; i++) {
            add(random.nextDouble() < garbage ? dropped : live);
        }
        dump.root(
                RootKind.JNI_GLOBAL,
                dump.array(
                        dump.classNamed("java.lang.Object"),
                        live.stream().mapToLong(Long::longValue).toArray()));
        dump.stickyBootClasses();
        dump.format(
                DumpFormat.HOTSPOT
                        .segmentBytes(1 << 16)
                        .shuffled(
                                seed % 5 == 0
                                        ? DumpFormat.Order.OBJECTS_SHUFFLED
                                        : DumpFormat.Order.AS_ADDED,
                                seed));
    }

    private void add(List<Long> to) {
        double kind = random.nextDouble();
        if (kind < strings) {
            to.add(dump.string("text " + random.nextInt(texts) + " of an order"));
        } else if (kind < strings + arrays) {
            to.add(bytes());
        } else if (random.nextDouble() < points) {
            to.add(dump.instance(point, "x", 1L));
        } else {
            to.add(node(to));
        }
    }

    private long bytes() {
        Object[] bytes = new Object[random.nextInt(64)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt();
        }
        return dump.array(BasicType.BYTE, bytes);
    }

    private long node(List<Long> among) {
        long address = dump.instance(node);
        for (int i = 0; i < references && !among.isEmpty(); i++) {
            dump.set(address, "to" + i, among.get(random.nextInt(among.size())));
        }
        return address;
    }

    Path writeTo(Path folder) throws IOException {
        return dump.writeTo(folder);
    }
}
