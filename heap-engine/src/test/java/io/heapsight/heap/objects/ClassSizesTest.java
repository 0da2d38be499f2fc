/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.HeapScan;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares sizes on real dumps with HotSpot's histogram of the same moment. */
class ClassSizesTest {
    private static final String FILLER = "[Ljdk.internal.vm.FillerElement;";
    private static final String MIRRORS = "java.lang.Class";

    @ParameterizedTest
    @EnumSource(GoldenDump.class)
    void bytesOfEachClassEqualHotSpot(GoldenDump dump) throws Exception {
        try (Fixture fixture = new Fixture(dump)) {
            ClassSizes.Found told = fixture.find(HeapFlags.parse(dump.flags()));
            assertThat(told.source()).isEqualTo(LayoutFacts.Source.FLAGS);
            fixture.assertThatBytesAreRight(told.layout());
        }
    }

    @ParameterizedTest
    @EnumSource(GoldenDump.class)
    void withoutFlagsTheLayoutIsTheSame(GoldenDump dump) throws Exception {
        try (Fixture fixture = new Fixture(dump)) {
            ClassSizes.Found inferred = fixture.find(HeapFlags.NONE);
            assertThat(inferred.source()).isEqualTo(LayoutFacts.Source.INFERRED);
            assertThat(inferred.layout())
                    .isEqualTo(fixture.find(HeapFlags.parse(dump.flags())).layout());
        }
    }

    private static final class Fixture implements AutoCloseable {
        private final GoldenDump dump;
        private final HprofFile file;
        private final HeapScan scan;
        private final HeapClasses classes;
        private final ClassSizes sizes;

        Fixture(GoldenDump dump) throws IOException, BudgetExceededException {
            this.dump = dump;
            this.file = HprofFile.open(dump.file());
            MemoryBudget budget = new MemoryBudget(1 << 26);
            PhaseProgress progress =
                    new PhaseProgress("scan", 1, Progress.SILENT, new CancelSignal());
            try (WorkerThreads workers = new WorkerThreads(1)) {
                this.scan = HeapScan.count(file, file.segments(), null, budget, workers, progress);
            }
            this.classes = HeapClasses.of(file, scan.classes(), scan.tally().classAddresses());
            this.sizes = new ClassSizes(classes, scan.tally());
        }

        ClassSizes.Found find(HeapFlags flags) {
            return sizes.find(flags, scan.tally().arrayDistances(), 0);
        }

        void assertThatBytesAreRight(ObjectLayout layout) {
            ObjectSizes objects = sizes.under(layout);
            Map<String, Long> bytes = new HashMap<>();
            RecordCursor cursor = new RecordCursor(file.bytes());
            long primitiveMirrors = 0;
            for (Segment segment : file.segments()) {
                cursor.reset(segment.start(), segment.end());
                while (cursor.next()) {
                    if (cursor.isObject()) {
                        int index = indexOf(cursor);
                        long of = objects.of(index, cursor.length());
                        bytes.merge(hotSpotName(classes.get(index).rawName()), of, Long::sum);
                        primitiveMirrors += index == classes.javaLangClass() ? 1 : 0;
                    }
                }
            }
            Map<String, Long> expected = new HashMap<>();
            dump.histogramOfAll().forEach((name, count) -> expected.put(name, count.bytes()));
            long filler = expected.getOrDefault(FILLER, 0L);
            expected.remove(FILLER);
            expected.merge("[I", filler, Long::sum);
            long mirrorBytes = bytes.getOrDefault(MIRRORS, 0L);
            for (HeapClass of : classes.all()) {
                mirrorBytes += of.dump() == null ? 0 : objects.ofClassObject(of.index());
            }
            GoldenDump.Count mirrors = Objects.requireNonNull(dump.histogramOfAll().get(MIRRORS));
            bytes.remove(MIRRORS);
            expected.remove(MIRRORS);
            assertThat(bytes).isEqualTo(expected);

            // JDK 25 maps the mirrors of all archived classes, loaded or not; JDK 17 with Parallel
            // maps none
            long missing = mirrors.objects() - scan.classes().size() - primitiveMirrors;
            assertThat(primitiveMirrors).isEqualTo(9);
            if (missing == 0) {
                assertThat(mirrorBytes).isEqualTo(mirrors.bytes());
            } else {
                long each = objects.of(classes.javaLangClass(), 0);
                assertThat(mirrors.bytes() - mirrorBytes)
                        .isBetween(missing * each, missing * 2 * each);
            }
        }

        private int indexOf(RecordCursor cursor) {
            return cursor.tag() == SubRecord.PRIMITIVE_ARRAY
                    ? classes.primitiveArray(cursor.elementType())
                    : classes.indexOf(cursor.classAddress());
        }

        /** Hidden classes: {@code Name.0x…} in the dump, {@code Name/0x…} in a histogram. */
        private static String hotSpotName(String rawName) {
            String name = rawName.replace('+', '.').replace('/', '.');
            return name.replaceFirst("\\.0x", "/0x");
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
