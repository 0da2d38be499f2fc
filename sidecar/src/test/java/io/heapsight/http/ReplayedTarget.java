/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecondition;
import io.heapsight.attach.FifoReader;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessProbe;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A target with the counters of this JVM. It answers each command with a recorded class histogram
 * or thread dump, or as a test wants, unless it is held.
 */
public final class ReplayedTarget implements TargetConnection {
    private final Map<String, Supplier<String>> more = new HashMap<>();
    private TargetJvm jvm;
    private final String answer;
    private final String liveAnswer;
    private final PerfDataFile counters;
    private String threads = "jdk-25";
    private String virtualThreads = "";
    private Runnable beforeVirtualThreads = () -> {};
    private ProcFs procFs = ProcFs.system();
    private @Nullable Path fifo;
    private boolean counted = true;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Semaphore permits = new Semaphore(0);
    private volatile boolean holding;
    private volatile boolean asked;
    private volatile boolean ended;
    private volatile boolean cancelled;

    public ReplayedTarget(int pid, String name) throws IOException, PerfDataException {
        this(pid, name, "jdk-25-serial");
    }

    /** Live objects are those of the recording with that name. */
    public ReplayedTarget(int pid, String name, String liveHistogram)
            throws IOException, PerfDataException {
        jvm = MadeJvm.named(name).pid(pid).jvm();
        answer = recorded("jdk-25-serial");
        liveAnswer = recorded(liveHistogram);
        String self = Long.toString(ProcessHandle.current().pid());
        counters =
                PerfDataFile.open(
                        Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"), self));
    }

    /** Its threads are those of the recording with that name. */
    public ReplayedTarget withThreads(String recording) {
        threads = recording;
        return this;
    }

    /**
     * Its virtual threads are those of the recording with that name; it writes them into a FIFO.
     *
     * @param proc where the process has a root with a folder tmp
     */
    public ReplayedTarget withVirtualThreads(String recording, Path proc) throws IOException {
        virtualThreads = recording;
        Files.createDirectories(proc.resolve(jvm.pid() + "/root/tmp"));
        procFs = new ProcFs(proc);
        return this;
    }

    /** Answers another command. */
    public ReplayedTarget answering(String command, Supplier<String> words) {
        more.put(command, words);
        return this;
    }

    /** Has options on its command line, and no counters. */
    public ReplayedTarget withoutCounters(String... options) {
        jvm = MadeJvm.named(jvm.name()).pid(jvm.pid()).flags(Stream.of(options)).jvm();
        counted = false;
        return this;
    }

    /** Runs on another JDK. */
    ReplayedTarget onJdk(String version) {
        jvm = MadeJvm.named(jvm.name()).pid(jvm.pid()).jdkVersion(version).jvm();
        return this;
    }

    /** Has another collector. */
    public ReplayedTarget withCollector(String title) {
        jvm = MadeJvm.named(jvm.name()).pid(jvm.pid()).collector(Reading.of(title)).jvm();
        return this;
    }

    /** Is seen in that folder instead of /proc. */
    public ReplayedTarget seenIn(Path proc) {
        procFs = new ProcFs(proc);
        return this;
    }

    private static String recorded(String histogram) throws IOException {
        try (InputStream in =
                ReplayedTarget.class.getResourceAsStream("/histogram/" + histogram + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Holds commands until {@link #release}. */
    void hold() {
        holding = true;
    }

    void release() {
        holding = false;
        permits.release();
    }

    /** Ends its process. */
    void end() {
        ended = true;
    }

    /** Returns the first argument of each command: "Thread.print -l", … */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    public boolean wasAsked() {
        return asked;
    }

    boolean sawCancel() {
        return cancelled;
    }

    @Override
    public TargetJvm jvm() {
        return jvm;
    }

    @Override
    public Reading<Counters> counters() {
        return counted ? Reading.of(counters) : Reading.missing("no counters");
    }

    /** Thrown by an answer that comes too late. */
    public static final class TooLate extends RuntimeException {}

    private static String recording(String file) {
        try (InputStream in = ReplayedTarget.class.getResourceAsStream("/threads/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs this before it dumps its virtual threads. */
    public ReplayedTarget beforeVirtualThreads(Runnable first) {
        beforeVirtualThreads = first;
        return this;
    }

    private String dumped() {
        beforeVirtualThreads.run();
        try {
            Files.writeString(fifo, recording(virtualThreads + ".json"));
            return "Created " + fifo;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String answer(AttachCommand command, CancelSignal cancel) {
        asked = true;
        lines.add(command.arguments().getFirst());
        try {
            while (holding && !permits.tryAcquire(5, TimeUnit.MILLISECONDS)) {
                if (cancel.isCancelled()) {
                    cancelled = true;
                    throw new CancellationException("cancelled");
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (more.containsKey(command.name())) {
            return more.get(command.name()).get();
        }
        if (command.name().equals("Thread.print")) {
            return recording(threads + ".txt");
        }
        if (command.name().equals("Thread.dump_to_file")) {
            return dumped();
        }
        return command.arguments().getFirst().contains("-all") ? answer : liveAnswer;
    }

    @Override
    public FifoReader streamFifo(Path place) throws IOException {
        if (virtualThreads.isEmpty()) {
            throw new IOException("not recorded");
        }
        fifo = place;
        return FifoReader.stream(place);
    }

    @Override
    public FifoReader readFifo(Path place, Path into) throws IOException {
        return FifoReader.start(place, into);
    }

    @Override
    public <T> T ask(
            AttachCommand command, Duration timeout, CancelSignal cancel, ReplyReader<T> reader)
            throws ProblemException {
        try {
            return reader.read(
                    new ByteArrayInputStream(
                            answer(command, cancel).getBytes(StandardCharsets.UTF_8)));
        } catch (TooLate e) {
            throw new AttachException(new AttachFailure.TimedOut(timeout, "it was busy"), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // writes to memory do not fail
        }
    }

    @Override
    public ProcFs procFs() {
        return procFs;
    }

    @Override
    public List<AttachPrecondition> checks() {
        return List.of();
    }

    @Override
    public boolean alive() {
        return !ended;
    }

    @Override
    public ProcessProbe probe() {
        try {
            return ProcessProbe.open(
                    new ProcFs(Path.of("/proc")), (int) ProcessHandle.current().pid());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        counters.close();
    }
}
