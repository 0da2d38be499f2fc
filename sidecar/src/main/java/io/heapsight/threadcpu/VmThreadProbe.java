/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessFigures;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the CPU time of one JVM's own threads, cheaply enough for once a second. It lists the
 * process's threads once a minute, sooner if their number has changed, and reads the name of each
 * thread once. Between these scans, it reads only the files of the recognised threads, and only if
 * the process has used CPU time.
 *
 * <p>A thread that has ended counts with its last reading, so no sum decreases. GC workers don't
 * end. Compiler threads do: the time after their last reading is lost. All time of a thread that no
 * scan has seen is lost, too.
 *
 * <p>The first {@value #MOST_THREADS} recognised threads count. Not thread-safe.
 */
public final class VmThreadProbe implements AutoCloseable {
    private static final int MOST_THREADS = 512;

    /** Names read by one scan; the JVM starts most of its threads before those of the program. */
    private static final int MOST_NAMES = 1000;

    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long USUAL_NANOS = 60 * NANOS_PER_SECOND;

    /**
     * Minimum time between two scans: a second, plus 2,000 times the duration of the scan,
     * estimated by its numbers of threads and names.
     */
    private static final long LEAST_NANOS = NANOS_PER_SECOND;

    private static final long NANOS_PER_THREAD = NANOS_PER_SECOND / 200;
    private static final long NANOS_PER_NAME = NANOS_PER_SECOND / 25;

    private record Tracked(VmThreadKind kind, String name, ThreadCpuFile cpu) {}

    private final ProcFs tasks;
    private final int pid;
    private final long clockTicks;
    private final Map<Integer, Tracked> tracked = new HashMap<>();
    private final Map<VmThreadKind, Double> ended = new EnumMap<>(VmThreadKind.class);

    /** Ascending ids of threads that are not the JVM's own. */
    private int[] others = {};

    private boolean isScanned;
    private long earliestScanNanos;
    private long latestScanNanos;
    private int threadsAtScan;
    private double cpuSeconds = Double.NaN;
    private VmThreadCpuSeconds latest = VmThreadCpuSeconds.NONE;

    /** Creates a probe, which opens files only when read. */
    public VmThreadProbe(ProcFs procFs, int pid) {
        this.tasks = new ProcFs(procFs.root()).tasks(pid); // readable for all users
        this.pid = pid;
        this.clockTicks = procFs.clockTicks();
    }

    /**
     * Reads the current times.
     *
     * @param nanos of the sample
     * @param process of the same sample
     */
    public VmThreadCpuSeconds read(long nanos, ProcessFigures process) {
        boolean isDue = isScanDue(nanos, process.threads());
        if (isDue) {
            scan(nanos, process.threads());
        }
        if (isDue || process.cpuSeconds() != cpuSeconds) {
            cpuSeconds = process.cpuSeconds();
            latest = readTracked();
        }
        return latest;
    }

    private boolean isScanDue(long nanos, int threads) {
        return !isScanned
                || nanos - latestScanNanos >= 0
                || (threads != threadsAtScan && nanos - earliestScanNanos >= 0);
    }

    private void scan(long nanos, int threads) {
        int listed = 0;
        int names = 0;
        try {
            int[] ids = tasks.pids();
            listed = ids.length;
            names = recognise(ids);
        } catch (IOException _) {
            listed = 0; // the process ends, or its threads are hidden: none are recognised
        }
        isScanned = true;
        threadsAtScan = threads;
        long pause = LEAST_NANOS + listed * NANOS_PER_THREAD + names * NANOS_PER_NAME;
        earliestScanNanos = nanos + Math.min(USUAL_NANOS, pause);
        latestScanNanos = nanos + USUAL_NANOS;
    }

    /** Adds the JVM's own threads among these; returns the number of names that it read. */
    private int recognise(int[] ids) throws IOException {
        Arrays.sort(ids);
        String unnamed = tasks.stat(pid).comm();
        int[] next = new int[ids.length];
        int count = 0;
        int names = 1;
        for (int id : ids) {
            boolean isOther = Arrays.binarySearch(others, id) >= 0;
            if (!isOther && !tracked.containsKey(id) && names < MOST_NAMES) {
                names++;
                isOther = isOther(id, unnamed);
            }
            if (isOther) {
                next[count++] = id;
            }
        }
        others = Arrays.copyOf(next, count);
        return names;
    }

    /** Tracks the thread if it is the JVM's own; returns whether it is certainly another one. */
    private boolean isOther(int id, String unnamed) {
        try {
            String name = tasks.stat(id).comm();
            Optional<VmThreadKind> kind = kind(name);
            if (kind.isPresent() && tracked.size() < MOST_THREADS) {
                tracked.put(
                        id,
                        new Tracked(
                                kind.get(), name, ThreadCpuFile.open(tasks.of(id), clockTicks)));
            }
            return kind.isEmpty() && !isStarting(name, unnamed);
        } catch (IOException _) {
            return false; // it has ended, or too many files are open
        }
    }

    private Optional<VmThreadKind> kind(String name) {
        Optional<VmThreadKind> kind = VmThreadKind.of(name);
        if (kind.isEmpty() || !isTracked(name)) {
            return kind;
        }
        if (kind.get() == VmThreadKind.VM) {
            return Optional.empty(); // a worker that the VM thread starts has its name for a moment
        }
        return name.startsWith("Gang worker#")
                ? Optional.of(VmThreadKind.CONCURRENT_MARK) // JDK 8: the second group
                : kind;
    }

    /**
     * Returns whether a thread may not have set its name yet: until then, it has its creator's
     * name.
     */
    private static boolean isStarting(String name, String unnamed) {
        return name.equals(unnamed) || VmThreadKind.of(name).isPresent();
    }

    private boolean isTracked(String name) {
        return tracked.values().stream().anyMatch(each -> each.name().equals(name));
    }

    private VmThreadCpuSeconds readTracked() {
        Map<VmThreadKind, Double> seconds = new EnumMap<>(VmThreadKind.class);
        Iterator<Tracked> threads = tracked.values().iterator();
        while (threads.hasNext()) {
            Tracked thread = threads.next();
            try {
                thread.cpu().read();
                seconds.merge(thread.kind(), thread.cpu().seconds(), Double::sum);
            } catch (IOException _) {
                ended.merge(thread.kind(), thread.cpu().seconds(), Double::sum);
                thread.cpu().close();
                threads.remove();
            }
        }
        ended.forEach((kind, time) -> seconds.merge(kind, time, Double::sum));
        return new VmThreadCpuSeconds(seconds);
    }

    @Override
    public void close() {
        tracked.values().forEach(thread -> thread.cpu().close());
        tracked.clear();
    }
}
