/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.dump.capture.DumpFileRequest;
import io.heapsight.dump.capture.DumpProblem;
import io.heapsight.dump.capture.HeapSize;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpRetention;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.heap.CountedGarbage;
import io.heapsight.job.Job;
import io.heapsight.operation.Operation;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes a heap dump, and keeps it with what is asked of its target beside.
 *
 * @param commandTimeout of a command that ends at once
 */
record DumpTaking(
        HeapDumps.Parts parts,
        DumpRetention room,
        Duration commandTimeout,
        InstantSource clock,
        EventLog log) {
    DumpRecord take(TargetConnection target, DumpRequest wish, Job job, Operation operation)
            throws ProblemException {
        DumpStore store = parts.store();
        store.prepare();
        HeapSize heap = HeapSize.read(target, commandTimeout, job.cancel());
        room.make(1, heap.dumpBytes(), "");
        TargetJvm jvm = target.jvm();
        String flags = target.jcmd(JcmdCommand.FLAGS, commandTimeout, job.cancel());
        String id = store.newId(clock.instant(), jvm.pid());
        Path part = store.partOf(id);
        DumpFileRequest request = new DumpFileRequest(wish.live(), wish.gzip(), id, part);
        Supplier<Optional<CountedGarbage>> count = count(target, wish, job, operation);
        String way = parts.dumper().take(target, request, job::at, job.cancel(), job::accepted);
        try {
            Optional<CountedGarbage> garbage = count.get();
            DumpRecord dump =
                    new DumpRecord(
                            id,
                            clock.instant(),
                            jvm.pid(),
                            jvm.name(),
                            Files.size(part),
                            wish.live(),
                            wish.gzip(),
                            Optional.empty(),
                            way);
            operation.addBytes(dump.bytes());
            DurableFiles.write(store.flags(dump), flags);
            if (garbage.isPresent()) {
                DurableFiles.write(store.countedGarbage(dump), garbage.get().text());
            }
            store.add(dump, part);
            room.make(0, 0, id);
            return dump;
        } catch (IOException e) {
            removeUnkept(id);
            throw DumpProblem.files(target, e);
        } catch (RuntimeException e) {
            removeUnkept(id); // cancelled while the target counts what lives
            throw e;
        }
    }

    /** Begins to count the target's garbage where that is wanted; gives it after the dump. */
    private Supplier<Optional<CountedGarbage>> count(
            TargetConnection target, DumpRequest wish, Job job, Operation operation) {
        if (!wish.exactGarbage()) {
            return Optional::empty;
        }
        if (wish.live()) {
            // What is in the dump has just outlived a full collection.
            return () -> Optional.of(new CountedGarbage(true));
        }
        return new GarbageCount(parts.histograms(), target, operation, job)::end;
    }

    /** The disk is full, most likely: what isn't kept must not fill it. */
    private void removeUnkept(String id) {
        try {
            parts.store().removeUnkept(id);
        } catch (IOException e) {
            log.warn("a dump that isn't kept stays until the next start", field("reason", e));
        }
    }
}
