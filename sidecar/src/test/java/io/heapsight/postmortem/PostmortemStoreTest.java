/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Post-mortems that outlive the sidecar, and foreign files. */
class PostmortemStoreTest {
    @TempDir private Path data;

    private final List<String> log = new ArrayList<>();

    @Test
    void storedFilesAreFoundAfterARestart() throws IOException {
        Postmortem whole = SamplePostmortem.withEverything(SamplePostmortem.id(1));
        Postmortem bare = SamplePostmortem.bare(SamplePostmortem.id(2), DeathCause.Kind.UNKNOWN);
        PostmortemStore store = open(20);
        store.add(whole);
        store.add(bare);

        PostmortemStore again = open(20);
        assertThat(again.list()).containsExactly(bare.entry(), whole.entry());
        assertThat(again.find(whole.id())).contains(whole);
        assertThat(again.find(bare.id())).contains(bare);
        assertThat(again.find("../../etc/passwd")).isEmpty();
        assertThat(log).isEmpty();
    }

    @Test
    void capturesBelongToTheNextDeathOfTheirProcess() throws IOException {
        PostmortemStore store = open(20);
        List<String> told = new ArrayList<>();
        store.add(SamplePostmortem.bare(SamplePostmortem.id(5), DeathCause.Kind.OOM_KILL));
        store.onKept((postmortem, anew) -> told.add(postmortem.id() + " " + anew));
        store.replace(
                SamplePostmortem.bare(SamplePostmortem.id(5), DeathCause.Kind.OOM_KILL)
                        .withKept(List.of("/heapdumps/" + SamplePostmortem.id(4))));

        assertThat(store.firstAfter(SamplePostmortem.id(4))).contains(SamplePostmortem.id(5));
        assertThat(store.firstAfter(SamplePostmortem.id(6))).isEmpty();
        assertThat(store.firstAfter(SamplePostmortem.id(4) + "1")).as("another pid").isEmpty();
        assertThat(told)
                .containsExactly(
                        SamplePostmortem.id(5) + " false", SamplePostmortem.id(5) + " true");
        assertThat(open(20).find(SamplePostmortem.id(5)).orElseThrow().kept())
                .containsExactly("/heapdumps/" + SamplePostmortem.id(4));
    }

    @Test
    void orderlyEndsAreRemovedFirstThenTheOldest() throws IOException {
        PostmortemStore store = open(2);
        store.add(SamplePostmortem.bare(SamplePostmortem.id(1), DeathCause.Kind.OOM_KILL));
        store.add(SamplePostmortem.bare(SamplePostmortem.id(2), DeathCause.Kind.TERMINATED));
        store.add(SamplePostmortem.bare(SamplePostmortem.id(3), DeathCause.Kind.CRASH));
        assertThat(ids(store)).containsExactly(SamplePostmortem.id(3), SamplePostmortem.id(1));
        store.add(SamplePostmortem.bare(SamplePostmortem.id(4), DeathCause.Kind.KILLED));
        assertThat(ids(store)).containsExactly(SamplePostmortem.id(4), SamplePostmortem.id(3));
        assertThat(ids(open(2))).isEqualTo(ids(store));
    }

    @Test
    void crashLogGoesWithItsPostmortem() throws IOException {
        PostmortemStore store = open(1);
        String first = SamplePostmortem.id(1);
        store.add(SamplePostmortem.bare(first, DeathCause.Kind.CRASH));
        String line = "x".repeat(99) + "\n";
        Path log = Files.writeString(data.resolve("hs_err"), "# SIGSEGV\n" + line.repeat(30_000));
        FileChannel content = FileChannel.open(log);
        store.addCrashLog(first, content);
        assertThat(Files.readString(open(1).crashLog(first).orElseThrow()))
                .hasSize((int) PostmortemStore.MOST_CRASH_LOG_BYTES)
                .startsWith("# SIGSEGV\n" + line);
        assertThat(store.crashLog("../../etc/passwd")).isEmpty();
        store.add(SamplePostmortem.bare(SamplePostmortem.id(2), DeathCause.Kind.CRASH));
        store.addCrashLog(first, content);
        content.close();
        assertThat(store.crashLog(first)).isEmpty();
        try (var files = Files.list(data.resolve("postmortems"))) {
            assertThat(files).hasSize(1);
        }
        assertThat(this.log).isEmpty();
    }

    @Test
    void outcomeOfTheHeapDumpIsStoredWhileThePostmortemExists() throws IOException {
        PostmortemStore store = open(1);
        Postmortem first = SamplePostmortem.bare(SamplePostmortem.id(1), DeathCause.Kind.CRASH);
        Postmortem later =
                first.with(
                        new OutOfMemoryDumpOutcome("x.hprof", 1, Optional.of("ID"), "It is kept."));
        store.add(first);
        store.replace(later);
        assertThat(open(1).find(first.id())).contains(later);
        store.add(SamplePostmortem.bare(SamplePostmortem.id(2), DeathCause.Kind.CRASH));
        store.replace(later);
        assertThat(ids(store)).containsExactly(SamplePostmortem.id(2));
    }

    @Test
    void foreignFilesAreLoggedAndKept() throws IOException {
        Path folder = data.resolve("postmortems");
        PostmortemStore store = open(20);
        store.add(SamplePostmortem.withEverything(SamplePostmortem.id(1)));
        String text = Files.readString(folder.resolve(SamplePostmortem.id(1) + ".json"));
        Files.writeString(folder.resolve(SamplePostmortem.id(2) + ".json"), text);
        Files.writeString(folder.resolve("empty.json"), "");
        Files.writeString(folder.resolve("deep.json"), "[".repeat(100_000));
        Files.createDirectory(folder.resolve("folder.json"));
        Files.createSymbolicLink(folder.resolve("link.json"), Path.of("/dev/zero"));
        Files.writeString(folder.resolve("left.json.part"), "{");

        assertThat(ids(open(20))).containsExactly(SamplePostmortem.id(1));
        assertThat(log)
                .hasSize(5)
                .allMatch(line -> line.contains("not a post-mortem"))
                .anyMatch(line -> line.contains("its id is " + SamplePostmortem.id(1)));
        assertThat(folder.resolve("left.json.part")).doesNotExist();
    }

    @Test
    void mutatedDocumentIsRefusedOrRead() throws IOException {
        String text =
                PostmortemJson.POSTMORTEM.documentText(
                        SamplePostmortem.withEverything(SamplePostmortem.id(1)));
        assertThat(PostmortemJson.POSTMORTEM.documentText(PostmortemJson.read(text)))
                .isEqualTo(text);
        byte[] whole = text.strip().getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            String cut = new String(Arrays.copyOf(whole, length), StandardCharsets.UTF_8);
            assertThatThrownBy(() -> PostmortemJson.read(cut))
                    .as("the first %d bytes", length)
                    .isInstanceOf(IOException.class);
        }
        int refused = 0;
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] = '7';
            try {
                PostmortemJson.read(new String(changed, StandardCharsets.UTF_8));
            } catch (IOException _) {
                refused++; // the only allowed exception
            }
        }
        assertThat(refused).isBetween(1, whole.length - 1);
    }

    @Test
    void idsOfTheSameMomentDiffer() throws IOException {
        PostmortemStore store = open(20);
        Instant now = Instant.parse("2026-11-21T22:19:30.120Z");
        assertThat(store.newId(now, 7)).isEqualTo("20261121T221930120Z-7");
        assertThat(store.newId(now, 7)).isEqualTo("20261121T221930121Z-7");
        assertThat(store.newId(now, 8)).isEqualTo("20261121T221930122Z-8");
    }

    @Test
    void newestIsKeptAfterTheClockWasSetBack() throws IOException {
        PostmortemStore store = open(2);
        Instant now = Instant.parse("2026-11-21T22:19:30.120Z");
        List<String> made = new ArrayList<>();
        for (int hours : List.of(0, -1, -2)) {
            String id = store.newId(now.plus(Duration.ofHours(hours)), 7);
            store.add(SamplePostmortem.bare(id, DeathCause.Kind.OOM_KILL));
            made.add(id);
        }
        assertThat(ids(store)).containsExactly(made.get(2), made.get(1));
        assertThat(open(2).newId(now, 7)).isGreaterThan(made.get(2));
    }

    private static List<String> ids(PostmortemStore store) {
        return store.list().stream().map(Postmortem.Entry::id).toList();
    }

    private PostmortemStore open(int most) throws IOException {
        return PostmortemStore.open(
                data, most, new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system()));
    }
}
