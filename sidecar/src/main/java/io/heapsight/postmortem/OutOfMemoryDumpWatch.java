/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.dump.OutOfMemoryDump;
import io.heapsight.dump.OutOfMemoryDumpCopier;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.postmortem.DeathEvidence.WrittenDump;
import io.heapsight.postmortem.HeldFolders.Place;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the heap dump that a JVM writes by itself, and requests its storage when it is complete, or
 * at the JVM's death. Holds the folder open. Not thread-safe.
 */
final class OutOfMemoryDumpWatch implements AutoCloseable {
    /**
     * Time without a write after which a dump without a visible end counts as complete or
     * truncated.
     */
    private static final Duration STANDS_STILL = Duration.ofSeconds(30);

    /**
     * Suffix of a file beside the dump while several threads of the JVM write it (JDK 22 and
     * later).
     */
    private static final String SEGMENT = ".p0";

    private record Seen(long bytes, FileTime writtenAt) {}

    /** A dump that is being stored, or will not be stored. */
    private record Taken(
            OutOfMemoryDumpOutcome dump,
            CompletableFuture<OutOfMemoryDumpCopier.Outcome> outcome) {}

    private final TargetJvm jvm;
    private final Instant since;
    private final OutOfMemoryDumpCopier keeper;
    private final Optional<OutOfMemoryDumpPath> path;
    private final HeldFolders folders;
    private final List<Place> places = new ArrayList<>();
    private @Nullable Place asFolder;
    private @Nullable Seen seen;
    private long seenAt;
    private @Nullable Taken taken;

    /**
     * @param since start of the process
     */
    OutOfMemoryDumpWatch(
            ProcFs procFs, TargetJvm jvm, Instant since, OutOfMemoryDumpCopier keeper) {
        this.jvm = jvm;
        this.since = since;
        this.keeper = keeper;
        path = OutOfMemoryDumpPath.of(jvm);
        folders = new HeldFolders(procFs, jvm);
        path.ifPresent(this::hold);
    }

    private void hold(OutOfMemoryDumpPath at) {
        if (at.named().isEmpty()) {
            folders.inWorkingFolder(at.usualName()).ifPresent(places::add);
        }
        at.named().forEach(file -> folders.file(file).ifPresent(places::add));
        holdAsFolder(at);
    }

    /** Looks for the folder again, which a program may create after its start. */
    private void holdAsFolder(OutOfMemoryDumpPath at) {
        for (String each : at.named()) {
            if (asFolder == null) {
                asFolder = folders.in(each, at.usualName()).orElse(null);
            }
        }
    }

    private record Found(Place place, PosixFileAttributes file) {
        String name() {
            return place.name().toString();
        }
    }

    private Optional<Found> find() {
        List<Place> all = new ArrayList<>();
        if (asFolder != null) {
            all.add(asFolder);
        }
        all.addAll(places);
        for (Place place : all) {
            Optional<PosixFileAttributes> file = place.writtenSince(since);
            if (file.isPresent()) {
                return Optional.of(new Found(place, file.get()));
            }
        }
        return Optional.empty();
    }

    /** Stores a complete dump of a running JVM. */
    void look() {
        if (path.isEmpty() || taken != null) {
            return;
        }
        holdAsFolder(path.get());
        Optional<Found> found = find();
        if (found.isEmpty()) {
            return;
        }
        PosixFileAttributes file = found.get().file();
        Seen now = new Seen(file.size(), file.lastModifiedTime());
        if (!now.equals(seen)) {
            seen = now;
            seenAt = System.nanoTime();
            return;
        }
        boolean still =
                System.nanoTime() - seenAt > STANDS_STILL.toNanos()
                        && !found.get().place().hasSibling(SEGMENT);
        take(found.get(), still);
    }

    /** Opens the dump immediately at the JVM's death, and requests its storage. */
    Optional<WrittenDump> atDeath() {
        if (taken == null) {
            find().ifPresent(found -> take(found, true));
        }
        return taken == null
                ? Optional.empty()
                : Optional.of(new WrittenDump(taken.dump().file(), taken.dump().bytes()));
    }

    /**
     * Returns the current outcome of the dump.
     *
     * @param failed whether the JVM died of an OutOfMemoryError: only then a missing dump is
     *     reported
     */
    Optional<OutOfMemoryDumpOutcome> state(boolean failed) {
        if (taken != null) {
            return Optional.of(taken.dump());
        }
        return failed ? path.map(this::none) : Optional.empty();
    }

    /** Registers a listener for the outcome of the dump, called now or later. */
    void whenDone(OutOfMemoryDumpOutcome dump, Consumer<OutOfMemoryDumpOutcome> done) {
        if (taken != null) {
            var _ = taken.outcome().thenAccept(outcome -> done.accept(dump.with(outcome)));
        }
    }

    private void take(Found found, boolean sureThatItEnded) {
        try {
            requireOwner(found);
            FileChannel content = found.place().open();
            OutOfMemoryDump dump =
                    new OutOfMemoryDump(
                            jvm,
                            found.name(),
                            content,
                            found.file().lastModifiedTime().toInstant());
            if (!sureThatItEnded && !dump.hasEnd()) {
                dump.close();
                return;
            }
            Taken now =
                    new Taken(
                            OutOfMemoryDumpOutcome.copying(found.name(), content.size()),
                            new CompletableFuture<>());
            taken = now;
            keeper.keep(dump, now.outcome()::complete);
        } catch (IOException e) {
            taken =
                    new Taken(
                            OutOfMemoryDumpOutcome.notKept(
                                    found.name(),
                                    found.file().size(),
                                    "Its heap dump %s was not stored: %s. %s"
                                            .formatted(found.name(), IoReason.of(e), remedy())),
                            new CompletableFuture<>());
        }
    }

    /** Requires that the JVM's user owns the file: a file of another user is not its dump. */
    private void requireOwner(Found found) throws IOException {
        UserPrincipal user =
                FileSystems.getDefault()
                        .getUserPrincipalLookupService()
                        .lookupPrincipalByName(Integer.toString(jvm.uid()));
        if (!found.file().owner().equals(user)) {
            throw new IOException(
                    "it belongs to user %s, and the target is user %d"
                            .formatted(found.file().owner().getName(), jvm.uid()));
        }
    }

    private OutOfMemoryDumpOutcome none(OutOfMemoryDumpPath at) {
        String why =
                places.isEmpty() && asFolder == null
                        ? "its folder could not be opened while the target was running"
                        : "it did not exist when the target died";
        return OutOfMemoryDumpOutcome.notKept(
                at.text(),
                0,
                "The heap dump of -XX:+HeapDumpOnOutOfMemoryError, %s, was not stored: %s. %s"
                        .formatted(at.text(), why, remedy()));
    }

    private String remedy() {
        return OutOfMemoryDumpPrecheck.remedy(jvm, Reading.missing("the target has ended"));
    }

    @Override
    public void close() {
        folders.close();
    }
}
