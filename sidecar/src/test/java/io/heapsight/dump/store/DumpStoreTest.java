/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.kept.KeptFile;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpStoreTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");

    @TempDir private Path data;

    @Test
    void storedFilesAreFoundAfterARestart() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);
        DumpRecord first = keep(store, NOON, "first");
        DumpRecord later = keep(store, NOON.minusSeconds(3600), "after the clock was set back");

        DumpStore again = DumpStore.open(data);

        assertThat(again.list()).containsExactly(first, later);
        assertThat(again.find(first.id())).contains(first);
        assertThat(Files.readString(again.file(first))).isEqualTo("first");
        assertThat(again.files().removeLeftovers()).isEmpty();
    }

    @Test
    void onlyTheOwnerHasAccess() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);
        DumpRecord dump = keep(store, NOON, "secret");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(store.folder())))
                .isEqualTo("rwx------");
        Path record = store.folder().resolve(dump.id() + ".json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record)))
                .isEqualTo("rw-------");
    }

    @Test
    void foreignIdsCannotLeaveTheFolder() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);
        Files.writeString(data.resolve("secret.json"), "{}");

        for (String id : List.of("../secret", "/etc/passwd", "", ".", "20261121T120000123Z-7/..")) {
            assertThat(store.find(id)).as(id).isEmpty();
            assertThat(store.delete(id)).as(id).isFalse();
            assertThat(KeptFile.isId(id)).as(id).isFalse();
        }
        assertThat(data.resolve("secret.json")).exists();
    }

    @Test
    void dumpsOfOneMillisecondHaveDistinctIds() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);

        assertThat(keep(store, NOON, "a").id()).isNotEqualTo(keep(store, NOON, "b").id());
    }

    @Test
    void leftoversOfACrashAreRemovedAndNamed() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);
        DumpRecord kept = keep(store, NOON, "kept");
        Files.writeString(store.summary(kept, SummaryFormat.JSON), "{}");
        DumpRecord lost = keep(store, NOON.plusSeconds(1), "lost");
        Files.delete(store.file(lost));
        String taking = store.newId(NOON.plusSeconds(2), 7);
        Files.writeString(store.partOf(taking), "half");
        Files.writeString(Path.of(store.partOf(taking) + ".p0"), "a segment of the target's");
        Files.writeString(data.resolve("heapdumps/of-somebody-else"), "stays");

        DumpStore again = DumpStore.open(data);

        assertThat(again.files().removeLeftovers())
                .containsExactlyInAnyOrder(
                        lost.id() + ".json", taking + ".hprof.part", taking + ".hprof.part.p0");
        assertThat(again.list()).containsExactly(kept);
        assertThat(again.hasSummary(kept.id())).isTrue();
        assertThat(data.resolve("heapdumps/of-somebody-else")).exists();
    }

    @Test
    void deletingRemovesTheDumpItsRecordAndItsSummary() throws IOException, ProblemException {
        DumpStore store = DumpStore.open(data);
        DumpRecord dump = keep(store, NOON, "dump");
        for (SummaryFormat form : SummaryFormat.values()) {
            Files.writeString(store.summary(dump, form), "summary");
        }

        assertThat(store.delete(dump.id())).isTrue();
        assertThat(store.delete(dump.id())).isFalse();
        assertThat(store.folder()).isEmptyDirectory();
        assertThat(store.list()).isEmpty();
    }

    private static DumpRecord keep(DumpStore store, Instant at, String content)
            throws IOException, ProblemException {
        store.prepare();
        String id = store.newId(at, 7);
        Path part = store.partOf(id);
        Files.writeString(part, content);
        DumpRecord dump =
                new DumpRecord(
                        id,
                        at,
                        7,
                        "com.acme.Shop",
                        content.length(),
                        false,
                        false,
                        Optional.empty(),
                        "\"straight\"\ninto the store");
        store.add(dump, part);
        return dump;
    }
}
