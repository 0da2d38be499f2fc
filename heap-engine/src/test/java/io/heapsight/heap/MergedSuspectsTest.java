/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same place in several objects or threads is one suspect, if the contents are alike. */
class MergedSuspectsTest {
    private static final int MANY = 200;
    private static final int LARGE = 20_000;

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass order = dump.addClass("com.acme.Order").reference("text");
    private final DumpClass object = dump.classNamed("java.lang.Object");

    private List<Suspect> suspects() throws Exception {
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m"))
                .summary()
                .retained()
                .orElseThrow()
                .suspects();
    }

    private long[] many(DumpClass type) {
        long[] all = new long[MANY];
        for (int i = 0; i < all.length; i++) {
            all[i] = dump.instance(type, "text", dump.zeroes(BasicType.BYTE, LARGE));
        }
        return all;
    }

    /** Objects, and one more that contains others of its kind. */
    private long with(long[] objects, long more) {
        long[] all = Arrays.copyOf(objects, objects.length + 1);
        all[objects.length] = more;
        return dump.array(object, all);
    }

    @Test
    void partsWithinOneAnotherCountOnce() throws Exception {
        DumpClass folder = dump.addClass("com.acme.Folder").reference("children");
        long inner = dump.instance(folder, "children", dump.array(object, many(order)));
        long middle = dump.instance(folder, "children", with(many(order), inner));
        long outer = dump.instance(folder, "children", with(many(order), middle));
        dump.addClass("com.acme.Disk").staticReference("root", outer);
        List<Suspect> suspects = suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().share()).isBetween(0.99, 1.0);
        assertThat(suspects.getFirst().sentence())
                .startsWith("com.acme.Folder.children, an Object[] of 201 elements, holds ")
                .endsWith(" % of the heap: 600 x com.acme.Order.");
    }

    /** A cache for each content, in the same field of several objects. */
    private void caches(DumpClass... contents) {
        DumpClass node =
                dump.addClass("java.util.concurrent.ConcurrentHashMap$Node").reference("val");
        DumpClass map = dump.addClass("java.util.concurrent.ConcurrentHashMap").reference("table");
        DumpClass cache = dump.addClass("com.acme.Cache").reference("map");
        long[] caches = new long[contents.length];
        for (int i = 0; i < caches.length; i++) {
            long[] nodes =
                    Arrays.stream(many(contents[i]))
                            .map(value -> dump.instance(node, "val", value))
                            .toArray();
            long table = dump.instance(map, "table", dump.array(node, nodes));
            caches[i] = dump.instance(cache, "map", table);
        }
        dump.addClass("com.acme.Caches").staticReference("all", dump.array(cache, caches));
    }

    @Test
    void cachesOfDifferentContentsStayApart() throws Exception {
        caches(
                order,
                dump.addClass("com.acme.User").reference("text"),
                dump.addClass("com.acme.Mail").reference("text"));

        assertThat(suspects())
                .hasSize(3)
                .allMatch(each -> each.found().severity() == Severity.INFORMATION)
                .extracting(Suspect::sentence)
                .allMatch(each -> each.startsWith("com.acme.Cache.map, a ConcurrentHashMap"))
                .anyMatch(each -> each.endsWith(": 200 x com.acme.User."));
    }

    @Test
    void cachesOfTheSameContentAreOneSuspect() throws Exception {
        caches(order, order, order);
        List<Suspect> suspects = suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspects.getFirst().sentence())
                .startsWith("com.acme.Cache.map in 3 objects holds ")
                .endsWith(": 600 x com.acme.Order.");
    }

    @Test
    void largeBuffersInTheSameFieldStayApart() throws Exception {
        DumpClass chunk = dump.addClass("com.acme.PoolChunk").reference("memory");
        long[] chunks = new long[4];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = dump.instance(chunk, "memory", dump.zeroes(BasicType.BYTE, 50 * LARGE));
        }
        dump.addClass("com.acme.Pool").staticReference("chunks", dump.array(chunk, chunks));

        assertThat(suspects())
                .hasSize(4)
                .allMatch(each -> each.found().severity() == Severity.INFORMATION)
                .allMatch(each -> each.sentence().startsWith("com.acme.PoolChunk.memory, a byte["));
    }

    @Test
    void twoLocalVariablesOfOneThreadNameTheThread() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("com.acme.Import");
        long main = dump.instance(thread, "name", dump.string("importer"));
        int serial = dump.thread(main, new Frame("com/acme/Import", "read", "Import.java", 17));
        dump.root(RootKind.JAVA_FRAME, dump.array(order, many(order)), serial, 0);
        dump.root(RootKind.JAVA_FRAME, dump.array(order, many(order)), serial, 0);
        List<Suspect> suspects = suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().sentence())
                .startsWith(
                        "a local variable of com.acme.Import.read(Import.java:17), thread importer"
                                + " holds ")
                .endsWith(": 400 x com.acme.Order.");
    }
}
