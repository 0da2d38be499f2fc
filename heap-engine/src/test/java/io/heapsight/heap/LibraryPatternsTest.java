/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holders of accumulated objects in libraries, and bounds of caches, in built heaps. */
class LibraryPatternsTest {
    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");

    private List<Suspect> suspects() throws Exception {
        dump.stickyBootClasses();
        dump.addClass("com.acme.Catalogue").staticReference("ROWS", dump.array(row, rows(300)));
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m"))
                .summary()
                .retained()
                .orElseThrow()
                .suspects();
    }

    private long[] rows(int count) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = dump.instance(row, "data", dump.zeroes(BasicType.BYTE, 100));
        }
        return rows;
    }

    private void hold(String field, long held) {
        dump.addClass("com.acme.Leak").staticReference(field, held);
    }

    private static String causeId(Suspect suspect) {
        return suspect.found().cause().map(LeakCause::id).orElse("none");
    }

    @Test
    void replayChunksAreCountedByTheReplaysSize() throws Exception {
        DumpClass buffer =
                dump.addClass("reactor.core.publisher.FluxReplay$UnboundedReplayBuffer")
                        .field("size", BasicType.INT)
                        .reference("head");
        DumpClass sink = dump.addClass("reactor.core.publisher.SinkManyReplayProcessor");
        sink.reference("buffer");
        long head = dump.array(object, rows(2_000));
        long replayed = dump.instance(buffer, "size", 12_000, "head", head);
        hold("PRICES", dump.instance(sink, "buffer", replayed));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.PRICES holds ")
                .contains("12,000 elements");
    }

    @Test
    void publisherQueueIsNamedByItsNonNullField() throws Exception {
        DumpClass subscription =
                dump.addClass("java.util.concurrent.SubmissionPublisher$BufferedSubscription")
                        .reference("array");
        DumpClass publisher =
                dump.addClass("java.util.concurrent.SubmissionPublisher")
                        .reference("closedException")
                        .reference("clients");
        long array = dump.array(object, rows(11_000));
        long client = dump.instance(subscription, "array", array);
        hold("PRICES", dump.instance(publisher, "clients", client));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.PRICES holds ")
                .endsWith(
                        "11,000 elements in"
                                + " java.util.concurrent.SubmissionPublisher$BufferedSubscription.array.");
    }

    @Test
    void listenersOfSeveralRegistriesAreAddedUp() throws Exception {
        DumpClass multicaster =
                dump.addClass("org.example.EventMulticaster").reference("listeners");
        DumpClass context = dump.addClass("org.example.Context").reference("caster");
        context.reference("listeners");
        long[] listeners = rows(6_000);
        DumpClass list = dump.addClass("java.util.ArrayList").reference("elementData");
        list.field("size", BasicType.INT);
        long first =
                dump.instance(list, "elementData", dump.array(object, listeners), "size", 6_000);
        long second = dump.array(object, listeners);
        long caster = dump.instance(multicaster, "listeners", first);
        hold("CONTEXT", dump.instance(context, "caster", caster, "listeners", second));
        Suspect suspect = suspects().getFirst();

        assertThat(causeId(suspect)).isEqualTo("listeners");
        assertThat(suspect.share()).isGreaterThan(0.8);
        assertThat(suspect.sentence()).startsWith("com.acme.Leak.CONTEXT holds ");
    }

    @Test
    void pathContinuesThroughHoldersToAStaticField() throws Exception {
        DumpClass registry = dump.addClass("org.example.MeterRegistry").reference("meters");
        DumpClass first = dump.addClass("org.example.First").reference("registry");
        first.reference("itself");
        DumpClass second = dump.addClass("org.example.Second").reference("registry");
        DumpClass root = dump.addClass("org.example.Root").reference("first").reference("second");
        long meters = dump.instance(registry, "meters", dump.array(object, rows(4_000)));
        long one = dump.instance(first, "registry", meters);
        dump.set(one, "itself", one);
        long two = dump.instance(second, "registry", meters);
        hold("ROOT", dump.instance(root, "first", one, "second", two));

        assertThat(suspects().getFirst().sentence()).startsWith("com.acme.Leak.ROOT holds ");
    }

    @Test
    void callbackListIsNamedByTheHolderOfItsHead() throws Exception {
        DumpClass listener =
                dump.addClass("org.example.FutureListener").reference("task").reference("next");
        long next = 0;
        for (long task : rows(12_000)) {
            next = dump.instance(listener, "task", task, "next", next);
        }
        DumpClass token = dump.addClass("com.acme.Token").reference("waiting");
        hold("TOKEN", dump.instance(token, "waiting", next));

        assertThat(suspects().getFirst().sentence())
                .contains("com.acme.")
                .contains("12,000 callbacks");
    }

    @Test
    void factoriesPerTenantAreCounted() throws Exception {
        DumpClass factory = dump.addClass("org.hibernate.internal.SessionFactoryImpl");
        factory.reference("metamodel");
        long[] all = new long[25];
        for (int i = 0; i < all.length; i++) {
            all[i] = dump.instance(factory, "metamodel", dump.array(object, rows(40)));
        }
        hold("FACTORIES", dump.array(factory, all));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.FACTORIES holds ")
                .contains("25 components (org.hibernate.internal.SessionFactoryImpl)");
    }

    private long lruCache(int entries, int maximum) {
        return lruCaches(1, entries, maximum)[0];
    }

    private long[] lruCaches(int count, int entries, int maximum) {
        DumpClass map = dump.addClass("org.example.chm.SelectableMap").reference("table");
        map.field("size", BasicType.INT);
        DumpClass cache =
                dump.addClass("org.example.LruCache")
                        .field("maximumSize", BasicType.INT)
                        .reference("map");
        long[] caches = new long[count];
        for (int i = 0; i < count; i++) {
            long table = dump.array(object, rows(entries));
            long held = dump.instance(map, "table", table, "size", entries);
            caches[i] = dump.instance(cache, "maximumSize", maximum, "map", held);
        }
        return caches;
    }

    @Test
    void manyFullCachesDoNotHideASmallerLeak() throws Exception {
        DumpClass statement =
                dump.addClass("org.example.jdbc.ExamplePreparedStatement").reference("data");
        long[] statements = new long[700];
        for (int i = 0; i < statements.length; i++) {
            statements[i] = dump.instance(statement, "data", dump.zeroes(BasicType.BYTE, 8));
        }
        dump.addClass("com.acme.Orders").staticReference("OPEN", dump.array(object, statements));
        hold("QUOTES", dump.array(object, lruCaches(20, 600, 600)));
        List<Suspect> all = suspects();

        assertThat(causeId(all.getFirst())).isEqualTo("jdbc-statements");
        assertThat(all).extracting(LibraryPatternsTest::causeId).contains("bounded-cache");
    }

    @Test
    void fullCacheOfUnknownLibraryIsInformation() throws Exception {
        hold("QUOTES", lruCache(4_000, 4_000));
        Suspect suspect = suspects().getFirst();

        assertThat(suspect.share()).isGreaterThan(0.5);
        assertThat(causeId(suspect)).isEqualTo("bounded-cache");
        assertThat(suspect.found().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void cacheFarBelowItsBoundHasNoInformation() throws Exception {
        hold("QUOTES", lruCache(20_000, 1 << 20));
        Suspect suspect = suspects().getFirst();

        assertThat(causeId(suspect)).isNotEqualTo("bounded-cache");
        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
    }

    @Test
    void parsedDocumentIsAsLargeAsItsText() throws Exception {
        hold("MODEL", documents(1));

        assertThat(causeId(suspects().getFirst())).isEqualTo("parsed-document");
    }

    @Test
    void accumulatedDocumentsAreALeak() throws Exception {
        hold("ORDERS", documents(20));
        Suspect suspect = suspects().getFirst();

        assertThat(causeId(suspect)).isNotEqualTo("parsed-document");
        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
    }

    private long documents(int count) {
        DumpClass document =
                dump.addClass("com.sun.org.apache.xerces.internal.dom.CoreDocumentImpl")
                        .reference("nodes");
        long[] all = new long[count];
        for (int i = 0; i < count; i++) {
            all[i] = dump.instance(document, "nodes", dump.zeroes(BasicType.INT, 200_000));
        }
        return count == 1 ? all[0] : dump.array(document, all);
    }
}
