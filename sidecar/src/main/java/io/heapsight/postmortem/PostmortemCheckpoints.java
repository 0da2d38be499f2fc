/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Periodically saves the content of each target's future post-mortem, in files {@code
 * checkpoint-PID-STARTTICKS} beside the post-mortems. If a target's end also kills the sidecar, as
 * that of PID 1 does, the next sidecar creates the post-mortem from the checkpoint.
 */
final class PostmortemCheckpoints {
    private static final Pattern NAME = Pattern.compile("checkpoint-(\\d{1,9})-(\\d{1,18})\\.json");
    private static final long MOST_BYTES = 1 << 20;

    private final PostmortemStore store;
    private final EventLog log;
    private boolean told;

    PostmortemCheckpoints(PostmortemStore store, EventLog log) {
        this.store = store;
        this.log = log;
    }

    /** Saves a checkpoint, which replaces the last one of the target. */
    synchronized void write(TargetJvm jvm, Postmortem postmortem) {
        try {
            DurableFiles.createFolder(store.folder());
            DurableFiles.write(file(jvm), PostmortemJson.POSTMORTEM.documentText(postmortem));
        } catch (IOException e) {
            if (!told) {
                told = true;
                log.warn(
                        "no checkpoint: if target and sidecar are killed together, there will be no post-mortem",
                        field("reason", e));
            }
        }
    }

    /** Deletes the checkpoint of a target after its end, or if it is no longer watched. */
    synchronized void remove(TargetJvm jvm) {
        try {
            Files.deleteIfExists(file(jvm));
        } catch (IOException e) {
            log.warn("a checkpoint can't be deleted", field("file", file(jvm)), field("reason", e));
        }
    }

    /**
     * Creates post-mortems from checkpoints of an earlier sidecar, for targets that have ended
     * since.
     */
    void conclude(ProcFs procFs) {
        if (!Files.isDirectory(store.folder())) {
            return;
        }
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(store.folder(), "checkpoint-*.json")) {
            for (Path file : files) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()
                        && !lives(
                                procFs,
                                Integer.parseInt(name.group(1)),
                                Long.parseLong(name.group(2)))) {
                    conclude(file);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            log.warn("checkpoints can't be read", field("reason", e));
        }
    }

    private void conclude(Path file) throws IOException {
        Optional<Postmortem> last = read(file);
        if (last.isEmpty() || isStored(last.get())) {
            Files.deleteIfExists(file);
        }
    }

    private Optional<Postmortem> read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("more than " + MOST_BYTES + " bytes");
            }
            return Optional.of(PostmortemJson.read(Files.readString(file)));
        } catch (IOException e) {
            log.warn("not a checkpoint", field("file", file), field("reason", e));
            return Optional.empty();
        }
    }

    private boolean isStored(Postmortem last) {
        try {
            store.add(last);
            log.warn(
                    "target died while no sidecar was running",
                    field("target", last.target().name()),
                    field("pid", last.target().pid()),
                    field("reason", last.reason().kind().label()),
                    field("certainty", last.reason().certainty().label()),
                    field("postmortem", last.id()));
            return true;
        } catch (IOException e) {
            log.warn(
                    "a post-mortem can't be stored; the next start tries again",
                    field("postmortem", last.id()),
                    field("reason", e));
            return false;
        }
    }

    private static boolean lives(ProcFs procFs, int pid, long startTicks) {
        try {
            var stat = procFs.stat(pid);
            return stat.startTicks() == startTicks && !stat.hasEnded();
        } catch (IOException _) {
            return false;
        }
    }

    private Path file(TargetJvm jvm) {
        return store.folder()
                .resolve("checkpoint-%d-%d.json".formatted(jvm.pid(), jvm.startTicks()));
    }
}
