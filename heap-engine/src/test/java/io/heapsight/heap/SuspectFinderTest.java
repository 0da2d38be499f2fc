/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.DominatorResults.LinkedShape;
import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HeldObjects.Pattern;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.Total;
import io.heapsight.summary.WasteAt;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The largest holder of a built heap is named by the program's field, ThreadLocal or local
 * variable.
 */
class SuspectFinderTest {
    private static final int MANY = 200;
    private static final int LARGE = 20_000;

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass order = dump.addClass("com.acme.Order").reference("text");
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass map = dump.addClass("java.util.HashMap").reference("table");

    private HeapSummary analyze() throws Exception {
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m")).summary();
    }

    private Suspect first() throws Exception {
        return analyze().retained().orElseThrow().suspects().getFirst();
    }

    private long[] orders(int count) {
        long[] orders = new long[count];
        for (int i = 0; i < count; i++) {
            orders[i] = dump.instance(order, "text", dump.zeroes(BasicType.BYTE, LARGE));
        }
        return orders;
    }

    private static HolderPlace place(HolderPlace.Kind kind, String name) {
        return HolderPlace.of(kind, name, false);
    }

    @Test
    void staticArrayIsNamedWithItsContent() throws Exception {
        dump.addClass("com.acme.Shop").staticReference("orders", dump.array(order, orders(MANY)));
        Suspect suspect = first();
        HeldObjects found = suspect.found();

        assertThat(found.places())
                .containsExactly(place(HolderPlace.Kind.STATIC_FIELD, "com.acme.Shop.orders"));
        assertThat(found.pattern()).isEqualTo(Pattern.ARRAY);
        assertThat(found.severity()).isEqualTo(Severity.HIGH);
        assertThat(found.elements()).hasValue(MANY);
        assertThat(found.content()).contains(new HeldObjects.Content("com.acme.Order", MANY));
        assertThat(found.classes().stream().map(Total.OfClass::className))
                .containsExactly("byte[]", "com.acme.Order");
        assertThat(suspect.sentence())
                .startsWith("com.acme.Shop.orders, an Order[] of 200 elements, holds ")
                .endsWith(" % of the heap: 200 x com.acme.Order.");
    }

    @Test
    void jdkCollectionBelongsToTheFieldThatHoldsIt() throws Exception {
        DumpClass list =
                dump.addClass("java.util.ArrayList")
                        .field("size", BasicType.INT)
                        .reference("elementData");
        long held =
                dump.instance(list, "size", MANY, "elementData", dump.array(object, orders(MANY)));
        DumpClass cache = dump.addClass("com.acme.Cache").reference("entries");
        long only = dump.instance(cache, "entries", held);
        dump.addClass("com.acme.Shop").staticReference("cache", only);
        HeldObjects found = first().found();

        assertThat(found.places())
                .containsExactly(place(HolderPlace.Kind.FIELD, "com.acme.Cache.entries"));
        assertThat(found.within())
                .containsExactly(place(HolderPlace.Kind.STATIC_FIELD, "com.acme.Shop.cache"));
        assertThat(found.elements()).hasValue(MANY);
    }

    @Test
    void fieldsThatShareObjectsAreNamedWithMergedPaths() throws Exception {
        long[] shared = orders(MANY);
        dump.addClass("com.acme.Shop")
                .staticReference("open", dump.array(order, shared))
                .staticReference("paid", dump.array(order, shared));
        Suspect suspect = first();

        assertThat(suspect.kind()).isEqualTo(Suspect.Kind.GROUP);
        assertThat(suspect.found().places())
                .containsExactlyInAnyOrder(
                        place(HolderPlace.Kind.STATIC_FIELD, "com.acme.Shop.open"),
                        place(HolderPlace.Kind.STATIC_FIELD, "com.acme.Shop.paid"));
        assertThat(suspect.found().mergedPaths())
                .containsExactly(
                        new HeldObjects.MergedStep(0, MANY, "class com.acme.Shop", ""),
                        new HeldObjects.MergedStep(1, MANY, "com.acme.Order[]", "static open"),
                        new HeldObjects.MergedStep(2, MANY, "com.acme.Order", "[0]"));
    }

    @Test
    void localVariableIsNamedByItsFrame() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("com.acme.Import");
        long main = dump.instance(thread, "name", dump.string("importer"));
        int serial = dump.thread(main, new Frame("com/acme/Import", "read", "Import.java", 17));
        dump.root(RootKind.JAVA_FRAME, dump.array(order, orders(MANY)), serial, 0);
        HeldObjects found = first().found();

        assertThat(found.pattern()).isEqualTo(Pattern.LOCAL_VARIABLE);
        assertThat(found.places())
                .containsExactly(
                        new HolderPlace(
                                HolderPlace.Kind.LOCAL_VARIABLE,
                                "com.acme.Import.read(Import.java:17)",
                                "importer",
                                false));
    }

    /** Threads that export, each with an object in a local variable. */
    private void exports(long... held) {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("com.acme.Export");
        for (int i = 0; i < held.length; i++) {
            long worker = dump.instance(thread, "name", dump.string("http-" + i));
            int serial = dump.thread(worker, new Frame("com/acme/Export", "run", "Export.java", 6));
            dump.root(RootKind.JAVA_FRAME, held[i], serial, 0);
        }
    }

    @Test
    void sameLocalVariableOfManyThreadsIsOneSuspect() throws Exception {
        long[] rows = new long[20];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = dump.array(order, orders(40));
        }
        exports(rows);
        Suspect first = first();

        assertThat(first.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(first.sentence())
                .startsWith("a local variable of com.acme.Export.run(Export.java:6) in 20 threads")
                .endsWith(" % of the heap: 800 x com.acme.Order.");
    }

    @Test
    void largeLocalVariablesOfAFewThreadsAreOneSuspect() throws Exception {
        exports(
                dump.array(order, orders(MANY)),
                dump.array(order, orders(MANY)),
                dump.array(order, orders(MANY)));
        List<Suspect> suspects = analyze().retained().orElseThrow().suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().sentence())
                .contains("com.acme.Export.run(Export.java:6) in 3 threads holds ")
                .endsWith(": 600 x com.acme.Order.");
    }

    @Test
    void arraysInTheSameLocalVariableOfManyThreadsNameNoThread() throws Exception {
        long[] bodies = new long[20];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = dump.zeroes(BasicType.BYTE, 20 * LARGE);
        }
        exports(bodies);

        assertThat(first().sentence())
                .startsWith("a local variable of com.acme.Export.run(Export.java:6) in 20 threads")
                .endsWith(" % of the heap: 20 x byte[].");
    }

    @Test
    void smallArraysInListsOfManyThreadsAreAlarming() throws Exception {
        long[] requests = new long[20];
        for (int i = 0; i < requests.length; i++) {
            long[] parts = new long[40];
            Arrays.setAll(parts, _ -> dump.zeroes(BasicType.BYTE, LARGE / 5));
            requests[i] = dump.array(object, parts);
        }
        exports(requests);
        Finding first = analyze().findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text())
                .startsWith("a local variable of com.acme.Export.run(Export.java:6) in 20 threads");
        assertThat(first.remedy()).startsWith("Limit how many");
    }

    @Test
    void arrayThatTheJdkCopiesBelongsToItsCaller() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        DumpClass text = dump.addClass("java.lang.StringBuilder").reference("value");
        dump.addClass("java.util.Arrays");
        dump.addClass("com.acme.Export");
        long main = dump.instance(thread, "name", dump.string("main"));
        int serial =
                dump.thread(
                        main,
                        new Frame("java/util/Arrays", "copyOf", "Arrays.java", 3_537),
                        new Frame("com/acme/Export", "toJson", "Export.java", 8));
        long characters = dump.zeroes(BasicType.BYTE, MANY * LARGE);
        dump.root(RootKind.JAVA_FRAME, characters, serial, 0);
        dump.root(RootKind.JAVA_FRAME, dump.instance(text, "value", characters), serial, 1);

        assertThat(first().sentence())
                .startsWith(
                        "a local variable of com.acme.Export.toJson(Export.java:8), thread main, a"
                                + " StringBuilder, holds ");
    }

    /** A thread with an object in each of its many frames. */
    private void recursion(long... held) {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("com.acme.Tree");
        Frame[] frames = new Frame[held.length];
        Arrays.fill(frames, new Frame("com/acme/Tree", "walk", "Tree.java", 9));
        long walker = dump.instance(thread, "name", dump.string("walker"));
        int serial = dump.thread(walker, frames);
        for (int i = 0; i < held.length; i++) {
            dump.root(RootKind.JAVA_FRAME, held[i], serial, i);
        }
    }

    @Test
    void objectsInManyFramesAreNamedByTheFrame() throws Exception {
        recursion(orders(MANY));
        Suspect first = first();

        assertThat(first.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(first.sentence())
                .startsWith(
                        "a local variable of com.acme.Tree.walk(Tree.java:9), thread walker holds ")
                .endsWith(" % of the heap: 200 x com.acme.Order.");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 4_000})
    void arraysInManyFramesAreNamedByTheFrame(int frames) throws Exception {
        long[] buffers = new long[frames];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = dump.zeroes(BasicType.BYTE, 200 * LARGE / frames);
        }
        recursion(buffers);
        Suspect first = first();

        assertThat(first.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(first.sentence())
                .startsWith(
                        "a local variable of com.acme.Tree.walk(Tree.java:9), thread walker holds ")
                .endsWith(" x byte[].");
    }

    /** A thread with a small map in a local variable, and fields. */
    private long threadWithFlags(Object... fields) {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        DumpClass worker = dump.addClass("com.acme.Worker", thread);
        for (int i = 0; i < fields.length; i += 2) {
            worker.reference((String) fields[i]);
        }
        long main = dump.instance(worker, fields);
        dump.set(main, "name", dump.string("main"));
        dump.addClass("com.acme.Main");
        int serial = dump.thread(main, new Frame("com/acme/Main", "run", "Main.java", 5));
        long flags = dump.instance(map, "table", dump.array(object, orders(1)));
        dump.root(RootKind.JAVA_FRAME, flags, serial, 0);
        return main;
    }

    @Test
    void mapOfAThreadIsNotNamedByALocalVariableOfItsClass() throws Exception {
        long registry = dump.instance(map, "table", dump.array(object, orders(MANY)));
        DumpClass service = dump.addClass("com.acme.Service").reference("registry");
        long first = dump.instance(service, "registry", registry);
        long second = dump.instance(service, "registry", registry);
        threadWithFlags("first", first, "second", second);

        assertThat(analyze().retained().orElseThrow().suspects())
                .isNotEmpty()
                .noneMatch(each -> each.sentence().contains("com.acme.Main.run"));
    }

    @Test
    void threadIsNotNamedByASmallLocalVariable() throws Exception {
        Object[] fields = new Object[30];
        for (int i = 0; i < fields.length; i += 2) {
            DumpClass part = dump.addClass("com.acme.Part" + i).reference("data");
            fields[i] = "part" + i;
            fields[i + 1] = dump.instance(part, "data", dump.zeroes(BasicType.BYTE, 5 * LARGE));
        }
        threadWithFlags(fields);

        assertThat(analyze().retained().orElseThrow().suspects())
                .isNotEmpty()
                .noneMatch(each -> each.sentence().contains("com.acme.Main.run"));
    }

    @Test
    void threadLocalIsNamedByTheFieldThatHoldsIt() throws Exception {
        DumpClass thread =
                dump.addClass("java.lang.Thread").reference("name").reference("threadLocals");
        DumpClass reference = dump.addClass("java.lang.ref.Reference").reference("referent");
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        DumpClass entry =
                dump.addClass("java.lang.ThreadLocal$ThreadLocalMap$Entry", weak)
                        .reference("value");
        DumpClass slots = dump.addClass("java.lang.ThreadLocal$ThreadLocalMap").reference("table");
        long local = dump.instance(dump.addClass("java.lang.ThreadLocal"));
        dump.addClass("com.acme.Context").staticReference("CURRENT", local);
        for (int i = 0; i < 10; i++) {
            long value = dump.array(order, orders(MANY / 10));
            long one = dump.instance(entry, "referent", local, "value", value);
            long locals = dump.instance(slots, "table", dump.array(entry, one));
            long worker =
                    dump.instance(
                            thread, "name", dump.string("worker-" + i), "threadLocals", locals);
            dump.thread(worker, new Frame("com/acme/Worker", "run", "Worker.java", 1));
        }
        HeldObjects found = first().found();

        assertThat(found.pattern()).isEqualTo(Pattern.THREAD_LOCAL);
        assertThat(found.places())
                .containsExactly(place(HolderPlace.Kind.THREAD_LOCAL, "com.acme.Context.CURRENT"));
        assertThat(found.content().orElseThrow().objects()).isEqualTo(MANY);
    }

    @Test
    void linkedListIsNamedByTheHolderOfItsHead() throws Exception {
        DumpClass link = dump.addClass("com.acme.Link").reference("next").reference("text");
        long next = 0;
        for (int i = 0; i < 2_000; i++) {
            next =
                    dump.instance(
                            link, "next", next, "text", dump.zeroes(BasicType.BYTE, LARGE / 5));
        }
        dump.addClass("com.acme.Journal").staticReference("head", next);
        HeapSummary summary = analyze();
        HeldObjects found = summary.retained().orElseThrow().suspects().getFirst().found();

        assertThat(found.pattern()).isEqualTo(Pattern.LINKED_OBJECTS);
        assertThat(found.places())
                .containsExactly(place(HolderPlace.Kind.STATIC_FIELD, "com.acme.Journal.head"));
        assertThat(found.content()).contains(new HeldObjects.Content("com.acme.Link", 2_000));
        assertThat(summary.retained().orElseThrow().linked())
                .extracting(LinkedShape::className, LinkedShape::objects)
                .containsExactly(tuple("com.acme.Link", 2_000L));
    }

    @Test
    void listBelowTwoClassesInTurnsIsNamed() throws Exception {
        DumpClass state = dump.addClass("com.acme.State").reference("from").reference("orders");
        DumpClass change = dump.addClass("com.acme.Change").reference("of");
        long last = dump.instance(state, "orders", dump.array(object, orders(MANY)));
        long head = dump.instance(state, "from", dump.instance(change, "of", last));
        dump.addClass("com.acme.Journal").staticReference("head", head);
        Suspect first = first();

        assertThat(first.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(first.sentence())
                .startsWith("com.acme.State.orders, an Object[] of 200 elements, holds ")
                .endsWith(": 200 x com.acme.Order.");
    }

    @Test
    void treeOfNodesAndEdgesIsInformation() throws Exception {
        DumpClass edge = dump.addClass("com.acme.Edge").reference("target");
        DumpClass inner = dump.addClass("com.acme.Inner").reference("left").reference("right");
        long[] level = new long[1 << 10];
        for (int i = 0; i < level.length; i++) {
            level[i] = dump.zeroes(BasicType.BYTE, LARGE / 5);
        }
        while (level.length > 1) {
            long[] above = new long[level.length / 2];
            for (int i = 0; i < above.length; i++) {
                long left = dump.instance(edge, "target", level[2 * i]);
                long right = dump.instance(edge, "target", level[2 * i + 1]);
                above[i] = dump.instance(inner, "left", left, "right", right);
            }
            level = above;
        }
        dump.addClass("com.acme.Parser").staticReference("root", level[0]);

        assertThat(first().found().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void doublyLinkedListIsNamedByTheFieldThatHoldsIt() throws Exception {
        DumpClass list =
                dump.addClass("java.util.LinkedList")
                        .field("size", BasicType.INT)
                        .reference("first")
                        .reference("last");
        DumpClass node =
                dump.addClass("java.util.LinkedList$Node")
                        .reference("item")
                        .reference("next")
                        .reference("prev");
        long only = dump.instance(list, "size", MANY);
        long last = 0;
        for (long each : orders(MANY)) {
            long next = dump.instance(node, "item", each, "prev", last);
            if (last == 0) {
                dump.set(only, "first", next);
            } else {
                dump.set(last, "next", next);
            }
            last = next;
        }
        dump.set(only, "last", last);
        dump.addClass("com.acme.Shop").staticReference("orders", only);
        Suspect suspect = first();

        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspect.sentence())
                .startsWith("com.acme.Shop.orders, a LinkedList of 200 elements, holds ")
                .endsWith(" % of the heap: 200 x com.acme.Order.");
    }

    @Test
    void partsOfOneCollectionAreCountedTogether() throws Exception {
        long[] parts = new long[4];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = dump.array(order, orders(MANY));
        }
        dump.addClass("com.acme.Shop").staticReference("byCountry", dump.array(object, parts));
        Suspect suspect = first();

        assertThat(suspect.sentence()).endsWith(" % of the heap: 800 x com.acme.Order.");
        assertThat(suspect.found().classes().getLast().total().objects()).isEqualTo(4 * MANY);
    }

    @Test
    void fieldOfSeveralObjectsIsOneSuspect() throws Exception {
        DumpClass shard = dump.addClass("com.acme.Shard").reference("entries");
        long[] shards = new long[6];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = dump.instance(shard, "entries", dump.array(order, orders(MANY / 4)));
        }
        dump.addClass("com.acme.Cache").staticReference("shards", dump.array(shard, shards));
        List<Suspect> suspects = analyze().retained().orElseThrow().suspects();

        assertThat(suspects).hasSize(1);
        assertThat(suspects.getFirst().found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspects.getFirst().share()).isGreaterThan(0.9);
        assertThat(suspects.getFirst().sentence())
                .startsWith("com.acme.Shard.entries in 6 objects holds ")
                .endsWith(" % of the heap: 300 x com.acme.Order.");
    }

    @Test
    void sameFieldWithContentsOfDifferentClassesStaysApart() throws Exception {
        DumpClass mail = dump.addClass("com.acme.Mail").reference("text");
        DumpClass box = dump.addClass("com.acme.Box").reference("content");
        long[] mails = new long[MANY];
        for (int i = 0; i < mails.length; i++) {
            mails[i] = dump.instance(mail, "text", dump.zeroes(BasicType.BYTE, LARGE));
        }
        long first = dump.instance(box, "content", dump.array(order, orders(MANY)));
        long second = dump.instance(box, "content", dump.array(mail, mails));
        dump.addClass("com.acme.Shop").staticReference("boxes", dump.array(box, first, second));

        assertThat(analyze().retained().orElseThrow().suspects())
                .extracting(Suspect::sentence)
                .hasSize(2)
                .allMatch(each -> each.contains(": 200 x com.acme."));
    }

    @Test
    void objectWithManyKindsOfContentIsInformation() throws Exception {
        DumpClass model = dump.addClass("com.acme.Model");
        long[] parts = new long[30];
        for (int i = 0; i < parts.length; i++) {
            DumpClass part = dump.addClass("com.acme.Part" + i).reference("data");
            parts[i] = dump.instance(part, "data", dump.zeroes(BasicType.BYTE, 5 * LARGE));
        }
        model.staticReference("parts", dump.array(object, parts));

        assertThat(first().found().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void wasteIsNamedByTheFieldThatHoldsIt() throws Exception {
        DumpClass page = dump.addClass("com.acme.Page").reference("buffer").reference("title");
        long[] pages = new long[MANY];
        for (int i = 0; i < MANY; i++) {
            pages[i] =
                    dump.instance(
                            page,
                            "buffer",
                            dump.zeroes(BasicType.BYTE, LARGE),
                            "title",
                            dump.string("a title that all of them have ".repeat(100)));
        }
        dump.addClass("com.acme.Book").staticReference("pages", dump.array(page, pages));
        List<WasteAt> places = analyze().waste().orElseThrow().places();

        assertThat(places)
                .extracting(WasteAt::kind, row -> row.place().name(), WasteAt::objects)
                .contains(
                        tuple(WasteAt.Kind.CONSTANT_ARRAYS, "com.acme.Page.buffer", (long) MANY),
                        tuple(WasteAt.Kind.DUPLICATE_STRINGS, "com.acme.Page.title", MANY - 1L));
    }
}
