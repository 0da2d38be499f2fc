/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.StoreOpener;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.summary.Severity;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heap dumps in a folder, with and without summaries. */
class DumpListingTest {
    @TempDir private Path root;

    private StoredDumps dumps(int most) throws Exception {
        StoreUrl url = StoreUrl.parse("file://" + root);
        StoreSettings settings =
                new StoreSettings(
                        url,
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty());
        try (ObjectReader source = StoreOpener.read(settings)) {
            return new DumpListing(source, url, new CancelSignal()).read(most);
        }
    }

    private void write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
    }

    private static String summary(String place, long bytes) {
        return """
        {"schemaVersion":1,"file":"a.hprof","dump":{"takenAt":"2026-11-21T22:19:30Z"},"findings":[
          {"kind":"leak-suspect","severity":"high","bytes":%d,"share":0.9,"place":"%s",
           "text":"It holds much.","remedy":"Bound it."},
          {"kind":"garbage","severity":"information","bytes":5,"share":0.1,"place":null,
           "text":"Garbage.","remedy":"None."}],"classes":[{"name":"x"}],"skipped":[]}"""
                .formatted(bytes, place);
    }

    @Test
    void aDumpHasTheSuspectsOfTheSummaryBesideIt() throws Exception {
        write("prod/shop/pod-1/Shop/7.heapdump/7.hprof.gz", "a dump");
        write("prod/shop/pod-1/Shop/7.heapdump/7.summary.json", summary("com.acme.Cache.MAP", 100));

        List<StoredDump> found = dumps(10).dumps();

        assertThat(found).hasSize(1);
        StoredDump dump = found.getFirst();
        assertThat(dump.name()).isEqualTo("prod/shop/pod-1/Shop/7.heapdump/7.hprof.gz");
        assertThat(dump.pod()).isEqualTo("prod/shop/pod-1");
        assertThat(dump.summary()).isEqualTo(StoredDump.Summary.THERE);
        assertThat(dump.takenAt().orElseThrow()).isEqualTo("2026-11-21T22:19:30Z");
        assertThat(dump.suspects())
                .containsExactly(
                        new DumpSuspect(
                                Severity.HIGH,
                                "com.acme.Cache.MAP",
                                100,
                                0.9,
                                "It holds much.",
                                "Bound it."));
    }

    @Test
    void missingAndUnreadableSummariesAreNamed() throws Exception {
        write("a.hprof", "a dump");
        write("b.hprof.zst", "a dump");
        write("b.summary.json", "<html>");
        write("c.summary.json", "{\"findings\":[]}");

        List<StoredDump> found = dumps(10).dumps();

        assertThat(found)
                .extracting(StoredDump::name)
                .containsExactly("c.summary.json", "b.hprof.zst", "a.hprof");
        assertThat(found)
                .extracting(StoredDump::summary)
                .containsExactly(
                        StoredDump.Summary.UNREADABLE,
                        StoredDump.Summary.UNREADABLE,
                        StoredDump.Summary.MISSING);
        assertThat(found.getFirst().pod()).isEqualTo("c.summary.json");
        assertThat(found.get(1).reason()).isNotEmpty();
    }

    @Test
    void suspectsThatWereNotSearchedAreNotMissing() throws Exception {
        write(
                "a.summary.json",
                """
                {"schemaVersion":1,"dump":{},"findings":[],"skipped":[
                  {"phase":"duplicate strings","reason":"little memory","remedy":"more"},
                  {"phase":"dominators: retained sizes and leak suspects",
                   "reason":"idom needs 152.9 MiB of 3.0 MiB","remedy":"more"}]}""");

        StoredDump dump = dumps(10).dumps().getFirst();

        assertThat(dump.summary()).isEqualTo(StoredDump.Summary.PARTIAL);
        assertThat(dump.reason()).isEqualTo("idom needs 152.9 MiB of 3.0 MiB");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"bytes\":-5",
                "\"bytes\":9223372036854775807",
                "\"share\":1e308",
                "\"share\":-1",
                "\"schemaVersion\":99"
            })
    void hostileSummaryIsUnreadable(String field) throws Exception {
        String name = field.substring(0, field.indexOf(':') + 1);
        write(
                "a.summary.json",
                summary("com.acme.Cache.MAP", 100).replaceFirst(name + "[\\d.]+", field));

        StoredDump dump = dumps(10).dumps().getFirst();

        assertThat(dump.summary()).isEqualTo(StoredDump.Summary.UNREADABLE);
    }

    @Test
    void summariesOfRecordingsAndOtherFilesAreNoDumps() throws Exception {
        write("pod/Shop/7.recording/7.summary.json", "{}");
        write("pod/Shop/7.heapdump/manifest.json", "{}");
        write("notes.txt", "");

        assertThat(dumps(10).dumps()).isEmpty();
    }

    @Test
    void moreDumpsThanTheLimitAreSaid() throws Exception {
        write("1.hprof", "a dump");
        write("2.hprof", "a dump");

        StoredDumps newest = dumps(1);

        assertThat(newest.more()).isTrue();
        assertThat(newest.dumps()).extracting(StoredDump::name).containsExactly("2.hprof");
        assertThat(dumps(2).more()).isFalse();
    }

    @Test
    void theAnswerOfTheChildIsReadAsItWasWritten() throws Exception {
        write("a.hprof", "a dump");
        write("b.summary.json", summary("com.acme.Cache.MAP", 100));
        StoredDumps found = dumps(10);

        assertThat(StoredDumps.read(StoredDumps.SHAPE.documentText(found))).isEqualTo(found);
    }
}
