/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.UploadChild;
import io.heapsight.store.read.DumpNames;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Uploads the summary of a heap dump (JSON, HTML and text) and its index into the folder of the
 * store that contains the dump.
 *
 * @param folder below the URL of the settings; "" for that URL itself
 * @param dump the name of the heap dump
 */
public record SummaryUpload(Console console, StoreSettings settings, String folder, String dump) {
    /** Maximum number of rows of each list of the page. */
    public static final int ROWS = 100;

    private static final int ROWS_OF_TEXT = 20;

    /**
     * Prepares the upload, without a connection.
     *
     * @param dump the URL of the heap dump
     * @throws ProblemException if the dump is not in a store, or the environment is invalid
     */
    public static SummaryUpload beside(
            String dump, Console console, Map<String, String> environment) throws ProblemException {
        if (!ObjectUrl.isUrl(dump)) {
            throw noStore(dump + " is a local path.");
        }
        StoreEnvironment stores = new StoreEnvironment(environment);
        return switch (ObjectUrl.parse(dump)) {
            case ObjectUrl.InBucket it ->
                    new SummaryUpload(
                            console,
                            stores.uploadSettings(it.store()),
                            it.key().substring(0, Math.max(0, it.key().lastIndexOf('/'))),
                            it.lastSegment());
            case ObjectUrl.Local it -> {
                Path file = it.file().toAbsolutePath();
                yield new SummaryUpload(
                        console,
                        stores.uploadSettings(StoreUrl.parse("file://" + file.resolveSibling(""))),
                        "",
                        it.lastSegment());
            }
            case ObjectUrl.Link it ->
                    throw noStore(it.shown() + " is not the URL of an object in a store.");
        };
    }

    private static ProblemException noStore(String detail) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The summary has no place beside the dump",
                detail,
                "Name the dump by s3://, gs://, azblob:// or file:///, or omit --upload-summary.");
    }

    /** Uploads the summary of the dump. */
    public void send(HeapSummary summary) throws IOException, ProblemException {
        upload(files -> write(summary, files));
        console.note("heapsight: uploaded %s, .html and .txt".formatted(shown(summaryName())));
    }

    /**
     * Uploads the index of the dump. A failure is only a note, because the summary is already
     * uploaded.
     */
    public void sendIndex(Path index) {
        try {
            upload(files -> link(index, files));
            console.note("heapsight: uploaded " + shown(indexName()));
        } catch (ProblemException e) {
            console.note("heapsight: no index in the store: " + e.problem().detail());
        } catch (IOException | UnsupportedOperationException e) {
            console.note("heapsight: no index in the store: " + e.getMessage());
        }
    }

    /** Fills a folder with files to upload. */
    private interface Preparation {
        void into(Path folder) throws IOException;
    }

    private void upload(Preparation preparation) throws IOException, ProblemException {
        Path files = TempDirectoryLocator.createFolder();
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            preparation.into(files);
            new UploadChild(settings).add(folder, files, progress, cancel);
        } finally {
            delete(files);
        }
    }

    void write(HeapSummary summary, Path files) throws IOException {
        HeapSummaryReport report = new HeapSummaryReport(summary, ROWS, Integer.MAX_VALUE);
        try (BufferedWriter out = Files.newBufferedWriter(files.resolve(summaryName()))) {
            report.writeJson(out);
        }
        Path page = files.resolve(stem() + SummaryFormat.HTML.end());
        try (BufferedWriter out = Files.newBufferedWriter(page)) {
            report.writeHtml(out);
        }
        Files.writeString(
                files.resolve(stem() + SummaryFormat.TEXT.end()),
                new HeapSummaryReport(summary, ROWS_OF_TEXT, Integer.MAX_VALUE).text());
    }

    void link(Path index, Path files) throws IOException {
        Files.createSymbolicLink(files.resolve(indexName()), index.toAbsolutePath());
    }

    private String shown(String name) {
        return settings.url().of((folder.isEmpty() ? "" : folder + "/") + name);
    }

    private String summaryName() {
        return DumpNames.summary(stem());
    }

    private String stem() {
        return DumpNames.stem(dump);
    }

    private String indexName() {
        return dump + HeapExplorer.INDEX_SUFFIX;
    }

    private static void delete(Path files) throws IOException {
        try (Stream<Path> written = Files.list(files)) {
            for (Path each : written.toList()) {
                Files.delete(each);
            }
        }
        Files.delete(files);
    }
}
