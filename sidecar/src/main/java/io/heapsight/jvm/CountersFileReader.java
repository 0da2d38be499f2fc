/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessMappedFile;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Provides the counters of one JVM: maps their file at the first use, and retries until the file
 * exists. If only a worker may read the file, each reading copies about 32 KiB.
 */
final class CountersFileReader implements AutoCloseable {
    /** The beginning of the reason if the file exists, but doesn't contain counters. */
    static final String DAMAGED = "the counters can't be read: ";

    /** The beginning of the reason while the JVM is starting: it has not written the file yet. */
    static final String STARTING = "the JVM is still starting: ";

    /**
     * The beginning of the reason if the file exists, but its mode forbids access even for its
     * owner.
     */
    static final String DENIED = "access to the counters is denied: ";

    private static final int MAX_BYTES = 2 * 1024 * 1024;

    /** A JVM with very little CPU may take minutes to start. */
    private static final double STARTED_AFTER_SECONDS = 300;

    private final TargetJvm jvm;
    private @Nullable PerfDataFile file;
    private boolean copied;
    private boolean closed;
    private @Nullable CountersFile location;

    CountersFileReader(TargetJvm jvm) {
        this.jvm = jvm;
        this.location = jvm.countersFile().toOptional().orElse(null);
    }

    /** Returns the counters; the same object each time, until they are gone. */
    synchronized Reading<Counters> read(TargetAccess access) {
        if (closed) {
            return Reading.missing("the connection is closed");
        }
        try {
            return access.counters(this);
        } catch (AccessDeniedException e) {
            forget();
            return Reading.missing(DENIED + IoReason.of(e));
        } catch (PerfDataException e) {
            boolean wasRead = file != null;
            forget();
            boolean isStarting =
                    !wasRead
                            && e.kind() == PerfDataException.Kind.STARTING
                            && isStarting(access.procFs());
            return Reading.missing((isStarting ? STARTING : DAMAGED) + IoReason.of(e));
        } catch (IOException e) {
            forget();
            return Reading.missing(DAMAGED + IoReason.of(e));
        }
    }

    /**
     * Whether the JVM is still starting. It handles SIGQUIT only late in its start; with -Xrs
     * never.
     */
    private boolean isStarting(ProcFs procFs) {
        try {
            boolean isYoung = procFs.ageSeconds(procFs.stat(jvm.pid())) < STARTED_AFTER_SECONDS;
            boolean isBeforeSignals =
                    !procFs.status(jvm.pid()).catchesSigQuit()
                            && jvm.attachTarget().signalsReducedBy().isEmpty();
            return isYoung || isBeforeSignals;
        } catch (IOException _) {
            return false; // it has ended
        }
    }

    /** Maps the file with the sidecar's rights; call it under the lock of {@link #read}. */
    Reading<Counters> mapped(ProcFs procFs) throws IOException, PerfDataException {
        PerfDataFile open = file;
        if (open != null && !copied) {
            open.follow();
            return Reading.of(open);
        }
        Reading<CountersFile> where = locate(procFs);
        if (where instanceof Reading.Present<CountersFile>(CountersFile found)) {
            PerfDataFile opened = PerfDataFile.open(found.path());
            file = opened;
            copied = false;
            return Reading.of(opened);
        }
        return Reading.missing(where.reason());
    }

    /** Copies the counters with a worker's rights; call it under the lock of {@link #read}. */
    Reading<Counters> copied(ProcFs procFs) throws IOException, PerfDataException {
        Reading<CountersFile> where = locate(procFs);
        return where instanceof Reading.Present<CountersFile>(CountersFile found)
                ? Reading.of(copyOf(procFs.files().read(found.path(), 0, MAX_BYTES)))
                : Reading.missing(where.reason());
    }

    private PerfDataFile copyOf(byte[] bytes) throws PerfDataException {
        PerfDataFile open = file;
        if (open != null && copied) {
            open.replace(bytes);
            return open;
        }
        PerfDataFile fresh = PerfDataFile.of(bytes);
        file = fresh;
        copied = true;
        return fresh;
    }

    private Reading<CountersFile> locate(ProcFs procFs) throws IOException {
        CountersFile known = location;
        if (known != null) {
            return Reading.of(known);
        }
        List<ProcessMappedFile> maps = procFs.mappedFiles(jvm.pid());
        Reading<CountersFile> found =
                new CountersLocator(procFs).locate(jvm.pid(), jvm.nsPid(), maps, jvm.flags());
        location = found.toOptional().orElse(null);
        return found;
    }

    private void forget() {
        PerfDataFile open = file;
        if (open != null) {
            open.close();
        }
        file = null;
        location = null;
    }

    @Override
    public synchronized void close() {
        closed = true;
        forget();
    }
}
