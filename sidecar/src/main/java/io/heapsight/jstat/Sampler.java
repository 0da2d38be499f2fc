/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples every target once per interval on its own thread, and follows targets that start, end and
 * restart. Late ticks are skipped and counted.
 *
 * <p>Thread-safe, once started.
 */
public final class Sampler implements AutoCloseable {
    private static final Duration SCAN_INTERVAL = Duration.ofSeconds(5);

    /**
     * Delay of the second inspection of a target: by then, a starting JVM has published its
     * properties.
     */
    private static final Duration SECOND_LOOK = Duration.ofSeconds(1);

    /** Timeout for a requested sample: the sampler may be busy or stopping. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    /** Pause after a failure: a lack of memory or file descriptors may be over by then. */
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);

    private static final int MAX_TARGETS = 16;
    private static final int MAX_REMEMBERED = 64;

    private final TargetWatcher watcher;
    private final TargetConnector connector;
    private final SamplerSettings settings;
    private final EventLog log;
    private final Executor executor;
    private final SteadyClock clock;
    private final TickSchedule schedule;
    private final Thread thread;
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Queue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();
    private final Map<String, Boolean> up = new LinkedHashMap<>();
    private volatile List<TargetMonitor> monitors = List.of();
    private volatile boolean closed;
    private volatile IntConsumer onGone = _ -> {};
    private volatile Consumer<TargetMonitor> onCame = _ -> {};
    private volatile Consumer<TargetMonitor> onSample = _ -> {};
    private volatile Runnable onRound = () -> {};
    private long nextScanNanos;
    private boolean tooMany;
    private long earlyNanos;
    private boolean early;

    /**
     * Creates a sampler that does not sample yet.
     *
     * @param executor runs tasks that may block, such as commands to targets
     */
    public Sampler(
            TargetWatcher watcher,
            TargetConnector connector,
            SamplerSettings settings,
            Executor executor,
            SteadyClock clock,
            EventLog log) {
        this.watcher = watcher;
        this.connector = connector;
        this.settings = settings;
        this.log = log;
        this.executor = executor;
        this.clock = clock;
        long now = clock.nanoTime();
        this.schedule = new TickSchedule(now, settings.interval().toNanos());
        this.nextScanNanos = now;
        this.thread = Thread.ofPlatform().name("heapsight-sampler").daemon().unstarted(this::run);
    }

    /**
     * Sets the listener for the pid of every target that has ended. It runs on the sampler's thread
     * and must not block.
     */
    public void onGone(IntConsumer listener) {
        onGone = listener;
    }

    /**
     * Sets the listener for every new target, including those that die a moment later. It runs on
     * the sampler's thread and must not block.
     */
    public void onCame(Consumer<TargetMonitor> listener) {
        onCame = listener;
    }

    /**
     * Sets the listener for every target with a new sample. It runs on the sampler's thread and
     * must not block.
     */
    public void onSample(Consumer<TargetMonitor> listener) {
        onSample = listener;
    }

    /**
     * Sets the listener that runs after all targets were sampled. It runs on the sampler's thread
     * and must not block.
     */
    public void onRound(Runnable listener) {
        onRound = listener;
    }

    public void start() {
        thread.start();
    }

    /** The currently followed targets. */
    public List<TargetMonitor> monitors() {
        return monitors;
    }

    /** Whether each target that was ever followed is running, by label. */
    public Map<String, Boolean> up() {
        synchronized (up) {
            return new LinkedHashMap<>(up);
        }
    }

    public long ticks() {
        return ticks.get();
    }

    /** Ticks that were skipped because the previous one took too long. */
    public long missed() {
        return schedule.missed();
    }

    /** Ticks with an unexpected error. */
    public long failures() {
        return failures.get();
    }

    /**
     * Samples every target outside the ticks and returns when done, so that an interval can start
     * or end exactly here.
     */
    public void sampleNow() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        asked.add(done);
        LockSupport.unpark(thread);
        done.completeOnTimeout(null, LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /**
     * Requests one additional sample of every target within this time, before an expected event.
     * For listeners of samples, on the sampler's thread.
     */
    public void sampleWithin(Duration wait) {
        long at = clock.nanoTime() + wait.toNanos();
        if (!early || at - earlyNanos < 0) {
            earlyNanos = at;
            early = true;
        }
    }

    /** Records the live set of a target, measured by a live histogram. Callable from any thread. */
    public void liveSetMeasured(int pid, long bytes) {
        for (TargetMonitor monitor : monitors) {
            if (monitor.jvm().pid() == pid) {
                monitor.liveSetMeasured(bytes);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        monitors.forEach(TargetMonitor::close);
        monitors = List.of();
    }

    private void run() {
        while (!closed) {
            long now = clock.nanoTime();
            long wait = schedule.nanosUntilNext(now);
            long pause = early ? Math.min(wait, earlyNanos - now) : wait;
            int waiting = asked.size();
            try {
                if (pause > 0 && waiting == 0) {
                    LockSupport.parkNanos(Math.min(pause, look(now)));
                    continue;
                }
                early = false;
                tick();
            } catch (IOException | RuntimeException | Error e) {
                failures.incrementAndGet();
                log.error("sampling failed", e);
                LockSupport.parkNanos(PAUSE_AFTER_FAILURE.toNanos());
            }
            if (wait <= 0) {
                ticks.incrementAndGet();
                schedule.done(clock.nanoTime());
            }
            answer(waiting);
        }
        answer(asked.size());
    }

    /** Answers the requests that have waited longest. */
    private void answer(int count) {
        for (int i = 0; i < count; i++) {
            asked.remove().complete(null);
        }
    }

    /** Reads counters between samples; returns the time until the next reading, in nanoseconds. */
    private long look(long now) {
        long next = Long.MAX_VALUE;
        for (TargetMonitor monitor : monitors) {
            next = Math.min(next, monitor.lookWhenDue(now));
        }
        return Math.max(1, next);
    }

    private void tick() throws IOException {
        clock.follow();
        long now = clock.nanoTime();
        boolean lost = false;
        for (TargetMonitor monitor : monitors) {
            lost |= !sample(monitor, now);
        }
        if (lost || monitors.isEmpty() || now - nextScanNanos >= 0) {
            nextScanNanos = now + SCAN_INTERVAL.toNanos();
            TargetWatcher.Changes changes = watcher.poll();
            if (!changes.came().isEmpty() || !changes.restarted().isEmpty()) {
                nextScanNanos = now + SECOND_LOOK.toNanos();
            }
            follow(changes, now);
        }
        onRound.run();
    }

    private boolean sample(TargetMonitor monitor, long now) {
        boolean there = monitor.sample(now);
        if (there) {
            onSample.accept(monitor);
        }
        return there;
    }

    /** Opens a monitor for each new JVM, and closes those of JVMs that are gone. */
    private void follow(TargetWatcher.Changes changes, long now) {
        List<TargetMonitor> kept = new ArrayList<>();
        for (TargetMonitor monitor : monitors) {
            if (isStillThere(monitor.jvm(), changes)) {
                changes.present().stream()
                        .filter(monitor.jvm()::isSameProcessAs)
                        .forEach(monitor::seenAs);
                kept.add(monitor);
            } else {
                drop(monitor);
            }
        }
        List<TargetMonitor> opened = new ArrayList<>();
        for (TargetJvm jvm : changes.present()) {
            if (kept.stream().noneMatch(monitor -> monitor.jvm().isSameProcessAs(jvm))) {
                TargetMonitor monitor = open(jvm, kept);
                if (monitor != null) {
                    sample(monitor, now);
                    kept.add(monitor);
                    opened.add(monitor);
                }
            }
        }
        monitors = List.copyOf(kept);
        // A target that is shown as running can be queried.
        opened.forEach(monitor -> remember(monitor.label(), true));
    }

    /**
     * Whether the target is still running. A program that replaced itself with another JVM is the
     * same process, but a new target.
     */
    private static boolean isStillThere(TargetJvm jvm, TargetWatcher.Changes changes) {
        return changes.present().stream().anyMatch(jvm::isSameProcessAs)
                && changes.restarted().stream()
                        .noneMatch(restart -> restart.before().isSameProcessAs(jvm));
    }

    private void drop(TargetMonitor monitor) {
        log.info(
                "target gone", field("target", monitor.label()), field("pid", monitor.jvm().pid()));
        remember(monitor.label(), false);
        monitor.close();
        onGone.accept(monitor.jvm().pid());
    }

    private @Nullable TargetMonitor open(TargetJvm jvm, List<TargetMonitor> others) {
        if (others.size() >= MAX_TARGETS) {
            if (!tooMany) {
                log.warn(
                        "too many targets",
                        field("limit", MAX_TARGETS),
                        field("left", jvm.label()));
            }
            tooMany = true;
            return null;
        }
        tooMany = false;
        try {
            boolean taken = others.stream().anyMatch(each -> each.label().equals(jvm.name()));
            String label = taken ? jvm.name() + "-" + jvm.pid() : jvm.name();
            TargetMonitor monitor =
                    new TargetMonitor(
                            label, connector.connect(jvm), settings, executor, clock, log);
            onCame.accept(monitor);
            log.info(
                    "target found",
                    field("target", label),
                    field("pid", jvm.pid()),
                    field("jdk", jvm.jdkVersion().orDash()),
                    field("collector", jvm.collector().orDash()));
            return monitor;
        } catch (ProblemException e) {
            log.warn(e.problem().title(), field("detail", e.problem().detail()));
            return null;
        }
    }

    private void remember(String label, boolean isUp) {
        synchronized (up) {
            up.remove(label);
            up.put(label, isUp);
            if (up.size() > MAX_REMEMBERED) {
                up.entrySet().stream()
                        .filter(entry -> !entry.getValue())
                        .findFirst()
                        .ifPresent(gone -> up.remove(gone.getKey()));
            }
        }
    }
}
