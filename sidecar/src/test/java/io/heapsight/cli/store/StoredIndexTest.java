/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.explore.ClassList;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreFolderUpload;
import io.heapsight.store.StoreOpener;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.read.CheckedDownload;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index that a Job uploads beside a dump, and commands that read the dump by its URL. */
class StoredIndexTest {
    private static final String ID = "20261121T221930120Z-7";
    private static final String NAME = ID + ".hprof.gz";
    private static final String URL = "s3://dumps/pod/shop/" + NAME;

    @TempDir private Path folder;
    private Path store;
    private Path work;
    private Path evidence;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> remade = new ArrayList<>();

    @BeforeEach
    void storesADump() throws Exception {
        store = Files.createDirectory(folder.resolve("store"));
        work = Files.createDirectory(folder.resolve("work"));
        evidence = Files.createDirectories(store.resolve("pod/shop"));
        writeDump(evidence.resolve(NAME), 7);
    }

    private static void writeDump(Path file, int seed) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(new RandomHeap(seed, 60).dump().format(DumpFormat.HOTSPOT).bytes());
        }
    }

    private StoreSettings settings() {
        return new StoreSettings(
                StoreUrl.parse("file://" + store),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty());
    }

    private Console console() {
        return new Console(
                new PrintStream(OutputStream.nullOutputStream()), new PrintStream(err, true));
    }

    private InputFiles files() {
        return new InputFiles(console(), work, false, this::copy);
    }

    /** Reads the folder as a bucket, as the child process does. */
    private Optional<String> copy(ObjectUrl url, Path to, Progress progress, CancelSignal cancel)
            throws IOException, ProblemException {
        try (ObjectReader source = StoreOpener.read(settings())) {
            String key = ((ObjectUrl.InBucket) url).key();
            return new CheckedDownload(source, progress, cancel).copy(key, url.shown(), to);
        } catch (StoreFailure e) {
            throw e.told();
        }
    }

    private AnalysisRequest request(Path dump) {
        return new AnalysisRequest(
                dump,
                ByteSize.parse("64m"),
                10,
                HeapFlags.NONE,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                false,
                work);
    }

    /** Analyses a dump like a Job, in a copy with a time of its own, and uploads the result. */
    private Path uploadIndexOf(int seed) throws Exception {
        Path job = Files.createDirectory(folder.resolve("job" + seed));
        Path copy = job.resolve("copy.hprof.gz");
        writeDump(copy, seed);
        Files.setLastModifiedTime(copy, FileTime.fromMillis(1_000_000));
        Path index = HeapExplorer.indexOf(copy);
        HeapSummary summary =
                new HeapAnalyzer()
                        .keepingIndex(index)
                        .analyze(request(copy), Progress.SILENT, new CancelSignal());
        SummaryUpload upload =
                SummaryUpload.beside("file://" + evidence.resolve(NAME), console(), Map.of());
        Path files = Files.createDirectory(job.resolve("files"));
        upload.write(summary, files);
        upload.link(index, files);
        try (ObjectStore objects = StoreOpener.open(settings());
                ObjectReader source = StoreOpener.read(settings());
                Stream<Path> all = Files.list(files)) {
            new StoreFolderUpload(
                            objects, source, settings().url(), Progress.SILENT, () -> Instant.EPOCH)
                    .send("pod/shop", all.sorted().toList());
        }
        return evidence.resolve(NAME + ".index");
    }

    private ClassList classes(Path dump) throws Exception {
        try (HeapExplorer explorer =
                HeapExplorer.open(
                        request(dump),
                        HeapExplorer.indexOf(dump),
                        new HeapAnalyzer(),
                        remade::add,
                        Progress.SILENT,
                        new CancelSignal())) {
            return explorer.classes(_ -> true, ClassList.Order.RETAINED, 100);
        }
    }

    private ClassList classesOfTheStoredDump() throws Exception {
        try (InputFiles files = files()) {
            return classes(files.localWithIndex(URL));
        }
    }

    private String err() {
        return err.toString(UTF_8);
    }

    @Test
    void theIndexOfAJobSavesTheAnalysis() throws Exception {
        ClassList analysed = classesOfTheStoredDump();
        assertThat(remade).singleElement().asString().contains("no index yet");
        assertThat(err()).isEmpty();
        remade.clear();

        assertThat(uploadIndexOf(7)).exists();

        assertThat(classesOfTheStoredDump()).isEqualTo(analysed);
        assertThat(remade).isEmpty();
        assertThat(err()).isEmpty();
        try (Stream<Path> left = Files.walk(work)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    @Test
    void theManifestListsTheIndex() throws Exception {
        Path manifest = evidence.resolve("manifest.json");
        Files.writeString(
                manifest,
                """
                {"schemaVersion":1,"kind":"heapdump","id":"%s","target":"shop","caller":"rule oom",
                 "storedAt":"2026-11-21T22:19:30Z","objects":[]}"""
                        .formatted(ID));

        Path index = uploadIndexOf(7);

        assertThat(manifest).content().contains(NAME + ".index", Sha256.of(index, _ -> {}));
        ClassList _ = classesOfTheStoredDump();
        assertThat(remade).isEmpty();

        byte[] other = Files.readAllBytes(index);
        other[other.length - 1] ^= 1;
        Files.write(index, other);
        ClassList _ = classesOfTheStoredDump();
        assertThat(err()).contains(URL + ".index can't be used", "manifest.json");
        assertThat(remade).singleElement().asString().contains("no index yet");
    }

    @Test
    void aCutIndexOrThatOfAnotherDumpIsRebuilt() throws Exception {
        ClassList analysed = classesOfTheStoredDump();
        remade.clear();
        Path index = uploadIndexOf(7);
        byte[] whole = Files.readAllBytes(index);

        Files.write(index, Arrays.copyOf(whole, whole.length - 1));
        assertThat(classesOfTheStoredDump()).isEqualTo(analysed);
        assertThat(remade).singleElement().asString().contains("is cut");
        remade.clear();

        Path _ = uploadIndexOf(8);
        assertThat(classesOfTheStoredDump()).isEqualTo(analysed);
        assertThat(remade).singleElement().asString().contains("of another dump");
        remade.clear();

        Files.writeString(index, "<html>not an index</html>");
        assertThat(classesOfTheStoredDump()).isEqualTo(analysed);
        assertThat(remade).singleElement().asString().contains("not a heapsight index");
    }

    /** An index that contradicts the dump is deleted, and the next answer needs an analysis. */
    @Test
    void onlyIndexesOfCopiesAreDeleted() throws Exception {
        Path own = folder.resolve("own.hprof");
        Path ownIndex = Files.createFile(HeapExplorer.indexOf(own));
        Path _ = uploadIndexOf(7);
        try (InputFiles files = files()) {
            assertThat(files.localWithIndex(own.toString())).isEqualTo(own);
            assertThat(files.deleteIndexes()).isFalse();
            Path copy = files.localWithIndex(URL);
            assertThat(HeapExplorer.indexOf(copy)).exists();
            assertThat(files.deleteIndexes()).isTrue();
            ClassList _ = classes(copy);
            assertThat(remade).singleElement().asString().contains("no index yet");
        }
        assertThat(ownIndex).exists();
    }
}
