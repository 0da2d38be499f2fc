/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of leak through libraries in built heaps, and their healthy counterparts. */
class LibraryLeakKindsTest {
    private static final int ROW_BYTES = 100;
    private static final int LARGE_ROW_BYTES = 5_000;

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();

    /** Parameters of {@link #deployments}. */
    private long[] loaders = {};

    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");

    private List<Suspect> suspects() throws Exception {
        dump.stickyBootClasses();
        dump.addClass("com.acme.Catalogue")
                .staticReference("ROWS", dump.array(row, objects(row, 300)));
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m"))
                .summary()
                .retained()
                .orElseThrow()
                .suspects();
    }

    private long[] objects(DumpClass type, int count) {
        return objects(type, count, ROW_BYTES);
    }

    private long[] objects(DumpClass type, int count, int bytes) {
        long[] made = new long[count];
        for (int i = 0; i < count; i++) {
            made[i] = dump.instance(type, "data", dump.zeroes(BasicType.BYTE, bytes));
        }
        return made;
    }

    private static Optional<Suspect> leak(List<Suspect> all, String id) {
        return all.stream()
                .filter(each -> each.found().cause().map(LeakCause::id).equals(Optional.of(id)))
                .findFirst();
    }

    private void assertNamed(String id, String... parts) throws Exception {
        List<Suspect> all = suspects();
        Suspect first = all.getFirst();

        assertThat(leak(all, id))
                .as("%s", all.stream().map(Suspect::sentence).toList())
                .isPresent();
        assertThat(first.found().cause().orElseThrow().id()).isEqualTo(id);
        assertThat(first.found().severity()).isNotEqualTo(Severity.INFORMATION);
        assertThat(first.sentence()).contains(parts);
    }

    /** An object of a class with one field that holds this many others. */
    private long holder(String className, String field, int count) {
        DumpClass type = dump.addClass(className).reference(field);
        return dump.instance(type, field, dump.array(object, objects(row, count)));
    }

    @Test
    void metersWithUnboundedTagsAreALeakByTheirNumber() throws Exception {
        long registry = holder("io.micrometer.core.instrument.MeterRegistry", "meterMap", 4_000);
        dump.addClass("com.acme.Metrics").staticReference("REGISTRY", registry);

        assertNamed(
                "metrics-registry",
                "com.acme.Metrics.REGISTRY holds ",
                "4,000 meters in io.micrometer.core.instrument.MeterRegistry.meterMap");
    }

    @Test
    void registryOfUnknownLibraryIsRecognizedByName() throws Exception {
        long registry = holder("org.example.stats.MetricsRegistry", "byName", 4_000);
        dump.addClass("com.acme.Metrics").staticReference("REGISTRY", registry);

        assertNamed("metrics-registry", "4,000 meters in org.example.stats.MetricsRegistry.byName");
    }

    @Test
    void fewMetersAreNoLeak() throws Exception {
        long registry = holder("io.micrometer.core.instrument.MeterRegistry", "meterMap", 400);
        dump.addClass("com.acme.Metrics").staticReference("REGISTRY", registry);

        assertThat(leak(suspects(), "metrics-registry")).isEmpty();
    }

    @Test
    void eventLoopTasksAreCountedByQueueIndexes() throws Exception {
        DumpClass queue =
                dump.addClass("io.netty.util.internal.shaded.MpscUnboundedArrayQueue")
                        .field("producerIndex", BasicType.LONG)
                        .field("consumerIndex", BasicType.LONG)
                        .reference("producerBuffer");
        DumpClass executor =
                dump.addClass("io.netty.util.concurrent.SingleThreadEventExecutor")
                        .reference("taskQueue");
        long tasks =
                dump.instance(
                        queue,
                        "producerIndex",
                        14_000L,
                        "consumerIndex",
                        2_000L,
                        "producerBuffer",
                        dump.array(object, objects(row, 600)));
        dump.addClass("com.acme.Server")
                .staticReference("LOOP", dump.instance(executor, "taskQueue", tasks));

        assertNamed(
                "event-loop-queue",
                "com.acme.Server.LOOP holds ",
                "6,000 tasks in io.netty.util.concurrent.SingleThreadEventExecutor.taskQueue");
    }

    @Test
    void callbacksOfUncompletedFutureAreCountedAlongTheChain() throws Exception {
        DumpClass listener =
                dump.addClass("com.google.common.util.concurrent.AbstractFuture$Listener")
                        .reference("task")
                        .reference("next");
        long next = 0;
        for (long task : objects(row, 6_000)) {
            next = dump.instance(listener, "task", task, "next", next);
        }
        DumpClass future =
                dump.addClass("com.google.common.util.concurrent.AbstractFuture")
                        .reference("listeners");
        dump.addClass("com.acme.Login")
                .staticReference("TOKEN", dump.instance(future, "listeners", next));

        assertNamed("pending-future", "com.acme.Login.TOKEN holds ", "6,000 callbacks");
    }

    @Test
    void unclosedStatementsAreCounted() throws Exception {
        DumpClass statement =
                dump.addClass("org.example.jdbc.ExamplePreparedStatement").reference("data");
        dump.addClass("com.acme.Orders")
                .staticReference("OPEN", dump.array(object, objects(statement, 700)));

        assertNamed("jdbc-statements", "com.acme.Orders.OPEN holds ", "700 statements");
    }

    @Test
    void statementsInCachesOfConnectionsAreBounded() throws Exception {
        connections(20, 50, 0);
        assertBounded("statement-caches", "1,000 cached statements");
    }

    @Test
    void statementsThatConnectionsAlsoListAreBounded() throws Exception {
        connections(20, 50, 50);
        assertBounded("statement-caches", "1,000 cached statements");
    }

    @Test
    void unclosedStatementsBesideASmallCacheAreALeak() throws Exception {
        connections(20, 5, 50);
        assertNamed("jdbc-statements", "1,000 statements");
    }

    @Test
    void manyUnclosedStatementsBesideCachesAreALeak() throws Exception {
        connections(20, 50, 90);
        assertNamed("jdbc-statements", "1,800 statements");
    }

    @Test
    void fewLargeUnclosedStatementsBesideCachesAreALeakOfTheirOwn() throws Exception {
        connections(20, 50, 0);
        DumpClass statement = dump.classNamed("org.example.jdbc.ExamplePreparedStatement");
        long[] unclosed = new long[300];
        for (int i = 0; i < unclosed.length; i++) {
            unclosed[i] = dump.instance(statement, "data", dump.zeroes(BasicType.BYTE, 10_000));
        }
        dump.addClass("com.acme.Dao").staticReference("OPEN", dump.array(object, unclosed));
        List<Suspect> all = suspects();

        assertThat(all.getFirst().sentence()).startsWith("com.acme.Dao.OPEN holds ");
        assertThat(all.getFirst().sentence()).contains("300 statements");
        assertThat(all.getFirst().found().severity()).isEqualTo(Severity.HIGH);
        assertThat(leak(all, "statement-caches").orElseThrow().sentence())
                .startsWith("com.acme.Orders.POOL holds ")
                .contains("1,000 cached statements");
    }

    /** Connections with some statements in their caches, the first of all, and in their lists. */
    private void connections(int count, int cached, int listed) {
        DumpClass map =
                dump.addClass("java.util.LinkedHashMap")
                        .reference("table")
                        .reference("head")
                        .field("size", BasicType.INT)
                        .field("accessOrder", BasicType.BOOLEAN);
        DumpClass cache = dump.addClass("org.example.jdbc.LruMap", map);
        DumpClass entry =
                dump.addClass("java.util.LinkedHashMap$Entry")
                        .reference("value")
                        .reference("after");
        DumpClass statement =
                dump.addClass("org.example.jdbc.ExamplePreparedStatement").reference("data");
        DumpClass connection =
                dump.addClass("org.example.jdbc.Link").reference("cache").reference("open");
        long[] all = new long[count];
        for (int i = 0; i < count; i++) {
            long[] statements = objects(statement, Math.max(cached, listed));
            long[] entries = new long[cached];
            for (int k = cached - 1; k >= 0; k--) {
                long after = k + 1 < cached ? entries[k + 1] : 0;
                entries[k] = dump.instance(entry, "value", statements[k], "after", after);
            }
            long lru =
                    dump.instance(
                            cache,
                            "table",
                            dump.array(object, entries),
                            "head",
                            entries[0],
                            "size",
                            cached,
                            "accessOrder",
                            true);
            long open = listed == 0 ? 0 : dump.array(object, statements);
            all[i] = dump.instance(connection, "cache", lru, "open", open);
        }
        dump.addClass("com.acme.Orders").staticReference("POOL", dump.array(object, all));
    }

    @Test
    void fullChunksAreALeakAndFreeChunksAreNot() throws Exception {
        chunks(0);
        assertNamed("buffer-pool", "com.acme.Server.POOL holds ", "4 chunks (PoolChunk)");
    }

    @Test
    void freeChunksAreAPoolAtRest() throws Exception {
        chunks(20_000);
        assertThat(leak(suspects(), "buffer-pool")).isEmpty();
    }

    private void chunks(int free) {
        DumpClass chunk =
                dump.addClass("io.netty.buffer.PoolChunk")
                        .reference("memory")
                        .field("chunkSize", BasicType.INT)
                        .field("freeBytes", BasicType.INT);
        long[] chunks = new long[4];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] =
                    dump.instance(
                            chunk,
                            "memory",
                            dump.zeroes(BasicType.BYTE, 20_000),
                            "chunkSize",
                            20_000,
                            "freeBytes",
                            free);
        }
        dump.addClass("com.acme.Server").staticReference("POOL", dump.array(chunk, chunks));
    }

    @Test
    void guavaCacheIsALeakOnlyWithoutABound() throws Exception {
        cache(-1L, 25_000L);
        assertNamed("unbounded-cache", "com.acme.Prices.CACHE holds ", "25,000 entries");
    }

    @Test
    void cacheWithAMaximumSizeIsBounded() throws Exception {
        cache(26_000L, 25_000L);
        assertBounded("bounded-cache", "25,000 entries in a cache with a maximum of 26,000");
    }

    @Test
    void cacheFarBelowItsMaximumCanFillTheHeap() throws Exception {
        cache(10_000_000L, 25_000L);
        assertUnfilled(
                "com.acme.Prices.CACHE holds ",
                "25,000 entries in a cache filled to 0.3 % of its maximum of 10,000,000");
    }

    @Test
    void weightOfACacheIsComparedWithItsMaximumWeight() throws Exception {
        cache(100_000_000L, 40_000_000L);
        assertUnfilled("filled to 40.0 % of its maximum weight of 100,000,000");
    }

    @Test
    void caffeineCacheIsBoundedOnlyIfItIsFull() throws Exception {
        caffeine(60_000L);
        assertUnfilled("filled to 1.0 % of its maximum");
    }

    @Test
    void cacheThatCanGrowByAFifthIsInformation() throws Exception {
        caffeine(720L);
        assertBounded("bounded-cache", "in a cache filled to 83.3 % of its maximum");
    }

    @Test
    void cacheThatCanGrowByHalfOfTheHeapIsNotInformation() throws Exception {
        caffeine(1_100L);
        assertUnfilled("filled to 54.5 % of its maximum");
    }

    /** 600 of 833 entries are 72 %: the heap was full before. */
    @Test
    void boundedCacheThatFilledTheHeapAtAnOutOfMemoryErrorIsASuspect() throws Exception {
        caffeine(833L, LARGE_ROW_BYTES);
        orders(360);
        outOfMemory();
        Suspect cache = leak(suspects(), "bounded-cache").orElseThrow();

        assertThat(cache.share()).isGreaterThan(0.5);
        assertThat(cache.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(cache.sentence()).contains("in a cache filled to 72.0 % of its maximum");
        assertThat(cache.found().cause().orElseThrow().remedy())
                .isEqualTo("Lower its maximum, or raise -Xmx: the heap is too small for it.");
    }

    @Test
    void fullCacheThatFilledTheHeapAtAnOutOfMemoryErrorIsASuspect() throws Exception {
        caffeine(600L, LARGE_ROW_BYTES);
        outOfMemory();

        assertNamed("bounded-cache", "in a cache with a maximum of 600");
    }

    /** The rest of the heap is the cause. */
    @Test
    void boundedCacheWithAThirdOfTheHeapIsInformationAtAnOutOfMemoryError() throws Exception {
        caffeine(720L, LARGE_ROW_BYTES);
        orders(900);
        outOfMemory();
        Suspect cache = leak(suspects(), "bounded-cache").orElseThrow();

        assertThat(cache.found().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void boundedCacheWithMostOfTheHeapIsInformationWithoutAnError() throws Exception {
        caffeine(833L, LARGE_ROW_BYTES);
        orders(360);

        assertBounded("bounded-cache", "in a cache filled to 72.0 % of its maximum");
    }

    private void orders(int count) {
        dump.addClass("com.acme.Shop")
                .staticReference("ORDERS", dump.array(row, objects(row, count, LARGE_ROW_BYTES)));
    }

    private void outOfMemory() {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("java.lang.OutOfMemoryError");
        dump.thread(
                dump.instance(thread, "name", dump.string("main")),
                new Frame("java/lang/OutOfMemoryError", "<init>", "OutOfMemoryError.java", 0),
                new Frame("com/acme/Prices", "load", "Prices.java", 17));
    }

    /** A cache with 600 entries. */
    private void caffeine(long maximum) {
        caffeine(maximum, ROW_BYTES);
    }

    private void caffeine(long maximum, int rowBytes) {
        DumpClass map = dump.addClass("java.util.concurrent.ConcurrentHashMap").reference("table");
        DumpClass bounded =
                dump.addClass("com.github.benmanes.caffeine.cache.BoundedLocalCache")
                        .reference("data");
        DumpClass cache =
                dump.addClass("com.github.benmanes.caffeine.cache.SSMS", bounded)
                        .field("maximum", BasicType.LONG)
                        .field("weightedSize", BasicType.LONG);
        long data = dump.instance(map, "table", dump.array(object, objects(row, 600, rowBytes)));
        dump.addClass("com.acme.Prices")
                .staticReference(
                        "CACHE",
                        dump.instance(
                                cache, "data", data, "maximum", maximum, "weightedSize", 600L));
    }

    @Test
    void rowsOfADatabaseInMemoryAreItsData() throws Exception {
        dump.addClass("com.acme.Shop")
                .staticReference(
                        "TABLE", holder("org.hsqldb.persist.RowStoreAVL", "accessorList", 2_000));
        assertBounded("data-store", "com.acme.Shop.TABLE holds ", "data in memory");
    }

    @Test
    void collectionBesideDataInMemoryIsASuspectOfItsOwn() throws Exception {
        DumpClass order = dump.addClass("com.acme.Order").reference("data");
        dump.addClass("com.acme.Shop")
                .staticReference(
                        "TABLE", holder("org.hsqldb.persist.RowStoreAVL", "accessorList", 2_000))
                .staticReference("OPEN", dump.array(order, objects(order, 1_800)));

        assertThat(suspects())
                .extracting(Suspect::sentence)
                .anyMatch(it -> it.startsWith("com.acme.Shop.OPEN, an Order[] of 1,800 elements"))
                .anyMatch(it -> it.startsWith("com.acme.Shop.TABLE holds "));
    }

    private void assertBounded(String id, String... parts) throws Exception {
        Suspect bounded = leak(suspects(), id).orElseThrow();

        assertThat(bounded.share()).isGreaterThan(0.5);
        assertThat(bounded.found().severity()).isEqualTo(Severity.INFORMATION);
        assertThat(bounded.sentence()).contains(parts);
    }

    private void assertUnfilled(String... parts) throws Exception {
        Suspect cache = leak(suspects(), "unfilled-cache").orElseThrow();

        assertThat(cache.found().cause().orElseThrow().certainty())
                .isEqualTo(LeakCause.Certainty.SHARE);
        assertThat(cache.sentence()).contains(parts);
    }

    private void cache(long maximum, long weight) {
        DumpClass strong = dump.addClass("com.google.common.cache.LocalCache$Strength$1");
        DumpClass segment =
                dump.addClass("com.google.common.cache.LocalCache$Segment")
                        .field("count", BasicType.INT)
                        .field("totalWeight", BasicType.LONG)
                        .reference("table");
        DumpClass cache =
                dump.addClass("com.google.common.cache.LocalCache")
                        .reference("segments")
                        .reference("keyStrength")
                        .reference("valueStrength")
                        .field("maxWeight", BasicType.LONG);
        long table = dump.array(object, objects(row, 600));
        long one = dump.instance(segment, "count", 25_000, "totalWeight", weight, "table", table);
        long segments = dump.array(segment, one);
        long strength = dump.instance(strong);
        dump.addClass("com.acme.Prices")
                .staticReference(
                        "CACHE",
                        dump.instance(
                                cache,
                                "segments",
                                segments,
                                "keyStrength",
                                strength,
                                "valueStrength",
                                strength,
                                "maxWeight",
                                maximum));
    }

    @Test
    void loadersOfEarlierDeploymentsAreNamedWithTheThreadsThatHoldThem() throws Exception {
        DumpClass classLoader = dump.addClass("java.lang.ClassLoader").reference("unnamed");
        DumpClass webapp =
                dump.addClass("org.example.server.WebappLoader", classLoader)
                        .reference("contextName");
        DumpClass thread =
                dump.addClass("java.lang.Thread").reference("name").reference("contextClassLoader");
        for (int i = 0; i < 5; i++) {
            long loader = dump.instance(webapp, "contextName", dump.string("shop"));
            dump.addClassAgain("com.acme.web.Prices")
                    .loadedBy(loader)
                    .staticReference("DATA", dump.array(object, objects(row, 100)));
            long poller =
                    dump.instance(
                            thread,
                            "name",
                            dump.string("price-poller"),
                            "contextClassLoader",
                            loader);
            dump.thread(poller);
        }

        assertNamed(
                "redeployed-loaders",
                "5 class loaders of one application \"shop\" (org.example.server.WebappLoader) hold"
                        + " ",
                "each has loaded com.acme.web.Prices",
                "thread price-poller holds 5");
    }

    @Test
    void loadersHeldByAFieldThroughClassesAreNamedWithIt() throws Exception {
        long[] classes = deployments(5, 100);
        dump.addClass("com.acme.Deployer").staticReference("DEPLOYED", dump.array(object, classes));

        Suspect first = suspects().getFirst();

        assertThat(first.sentence())
                .startsWith("5 class loaders of one application (org.example.server.WebappLoader) ")
                .endsWith(
                        "each has loaded com.acme.web.Prices); com.acme.Deployer.DEPLOYED holds 5.");
        assertThat(first.place()).isEqualTo("com.acme.Deployer.DEPLOYED");
    }

    @Test
    void fieldThatHoldsAllLoadersRanksBeforeThreadsThatHoldSome() throws Exception {
        long[] classes = deployments(5, 100);
        dump.addClass("com.acme.Deployer").staticReference("DEPLOYED", dump.array(object, classes));
        DumpClass thread =
                dump.addClass("java.lang.Thread").reference("name").reference("contextClassLoader");
        for (long loader : List.of(loaders[1], loaders[3])) {
            dump.thread(
                    dump.instance(
                            thread, "name", dump.string("poller"), "contextClassLoader", loader));
        }

        assertNamed(
                "redeployed-loaders",
                "; com.acme.Deployer.DEPLOYED holds 5, thread poller holds 2.");
    }

    @Test
    void fieldOfTheApplicationDoesNotHoldItsLoader() throws Exception {
        long[] plugins = new long[5];
        DumpClass classLoader = dump.addClass("java.lang.ClassLoader").reference("unnamed");
        DumpClass loaderClass = dump.addClass("org.example.PluginLoader", classLoader);
        for (int i = 0; i < plugins.length; i++) {
            long loader = dump.instance(loaderClass);
            DumpClass plugin =
                    dump.addClassAgain("com.acme.plugin.Plugin")
                            .loadedBy(loader)
                            .reference("loader")
                            .reference("data");
            long data = dump.array(object, objects(row, 100));
            plugins[i] = dump.instance(plugin, "loader", loader, "data", data);
        }
        dump.addClass("com.acme.Registry").staticReference("ACTIVE", dump.array(object, plugins));

        assertNamed("redeployed-loaders", "; com.acme.Registry.ACTIVE holds 5.");
    }

    @Test
    void thousandsOfOneClassLoadersAreScripts() throws Exception {
        long[] classes = deployments(400, 3);
        dump.addClass("com.acme.Scripts").staticReference("COMPILED", dump.array(object, classes));

        assertNamed(
                "generated-classes",
                "com.acme.Scripts.COMPILED holds ",
                "400 class loaders (org.example.server.WebappLoader) have each loaded"
                        + " com.acme.web.Prices: code that is generated or loaded anew each time.");
    }

    /** Classes with static data; each has a loader that only its class references. */
    private long[] deployments(int count, int rows) {
        DumpClass classLoader = dump.addClass("java.lang.ClassLoader").reference("unnamed");
        DumpClass webapp = dump.addClass("org.example.server.WebappLoader", classLoader);
        loaders = new long[count];
        long[] classes = new long[count];
        for (int i = 0; i < count; i++) {
            loaders[i] = dump.instance(webapp);
            classes[i] =
                    dump.addClassAgain("com.acme.web.Prices")
                            .loadedBy(loaders[i])
                            .staticReference("DATA", dump.array(object, objects(row, rows)))
                            .address();
        }
        return classes;
    }

    @Test
    void deleteOnExitNamesKeepTheirClass() throws Exception {
        dump.thread(dump.instance(dump.addClass("java.lang.Thread").reference("name")));
        DumpClass node =
                dump.addClass("java.util.HashMap$Node").reference("key").reference("value");
        DumpClass map =
                dump.addClass("java.util.HashMap").reference("table").field("size", BasicType.INT);
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");
        long[] nodes = new long[10_000];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = dump.instance(node, "key", dump.string("/tmp/upload-" + i));
        }
        long files = dump.instance(map, "table", dump.array(node, nodes), "size", nodes.length);
        dump.addClass("java.io.DeleteOnExitHook")
                .staticReference("files", dump.instance(set, "map", files));

        assertNamed(
                "delete-on-exit",
                "java.io.DeleteOnExitHook.files holds ",
                "10,000 file names (String).");
    }

    @Test
    void classesGeneratedPerRequestAreCounted() throws Exception {
        DumpClass classLoader = dump.addClass("java.lang.ClassLoader").reference("unnamed");
        DumpClass loaderClass = dump.addClass("org.example.ScriptLoader", classLoader);
        long[] classes = new long[400];
        for (int i = 0; i < classes.length; i++) {
            classes[i] =
                    dump.addClass("Script" + i)
                            .loadedBy(dump.instance(loaderClass))
                            .staticReference("text", dump.zeroes(BasicType.BYTE, 300))
                            .address();
        }
        dump.addClass("com.acme.Rules").staticReference("COMPILED", dump.array(object, classes));

        assertNamed(
                "generated-classes",
                "com.acme.Rules.COMPILED holds ",
                "400 generated classes Script# in 400 loaders org.example.ScriptLoader");
    }

    @Test
    void disruptorRingIsFullByItsSequences() throws Exception {
        ring(12_000L);
        assertNamed("log-queue", "com.acme.Log.RING holds ", "12,000 events", "RingBuffer");
    }

    @Test
    void preallocatedRingIsEmpty() throws Exception {
        ring(0L);
        assertThat(leak(suspects(), "log-queue")).isEmpty();
    }

    private void ring(long waiting) {
        DumpClass sequence =
                dump.addClass("com.lmax.disruptor.Sequence").field("value", BasicType.LONG);
        DumpClass sequencer =
                dump.addClass("com.lmax.disruptor.MultiProducerSequencer")
                        .reference("cursor")
                        .reference("gatingSequences");
        DumpClass ring =
                dump.addClass("com.lmax.disruptor.RingBuffer")
                        .reference("entries")
                        .reference("sequencer")
                        .field("bufferSize", BasicType.INT);
        long gates = dump.array(sequence, dump.instance(sequence, "value", 50_000L));
        long cursor = dump.instance(sequence, "value", 50_000L + waiting);
        dump.addClass("com.acme.Log")
                .staticReference(
                        "RING",
                        dump.instance(
                                ring,
                                "entries",
                                dump.array(object, objects(row, 600)),
                                "sequencer",
                                dump.instance(
                                        sequencer, "cursor", cursor, "gatingSequences", gates),
                                "bufferSize",
                                65_536));
    }
}
