/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.Sampler;
import io.heapsight.jstat.SamplerSettings;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Compares the sampler's live set with the GC log, for each JDK, collector and shape. Arguments:
 * classes of the targets, a folder for logs, collections for each collector, JDKs (the images
 * {@code jdk:N}).
 */
public final class LiveSetAgainstLog {
    private static final double MEBI = 1 << 20;
    private static final double MOST = 0.03;
    private static final int LIVE = 120;

    /** ZGC counts pages of 2 MiB, and the log rounds to MiB. */
    private static final double PAGE_BYTES = 2 * MEBI;

    /** While the target fills its heap, a poll sees a later moment than the log. */
    private static final int FIRST_MILLIS = 3000;

    /** Two cycles may end between two samples; the second is only seen in the next one. */
    private static final int SHORTLY_MILLIS = 1000;

    private static final List<String> CONSTANT = List.of("full", "steady", "lru");
    private static final List<String> SHAPES = List.of("full", "steady", "lru", "steps", "saw");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path classes;
    private final Path logs;
    private final int collections;
    private boolean failed;

    /** The reference for a reading. */
    private enum Truth {
        /** One of the whole-heap collections that ended shortly before. */
        COLLECTION,
        /** The minimum after all collections since the previous reading: the low of a cycle. */
        LOW,
        /** A live histogram at the end: CMS logs no figure after it freed memory. */
        HISTOGRAM
    }

    private record Way(String name, String flags, int everyMillis, Truth truth) {
        /** A low is reached later than a collection: these shapes need a constant live set. */
        List<String> shapes() {
            return truth == Truth.COLLECTION ? SHAPES : CONSTANT;
        }
    }

    private record Reading(long millis, double bytes) {}

    private LiveSetAgainstLog(Path classes, Path logs, int collections) {
        this.classes = classes;
        this.logs = logs;
        this.collections = collections;
    }

    public static void main(String[] args) throws Exception {
        LiveSetAgainstLog trial =
                new LiveSetAgainstLog(
                        Path.of(args[0]), Path.of(args[1]), Integer.parseInt(args[2]));
        System.out.println(
                "jdk  collector           shape   collections  readings  median err  p95 err  within 3 %  or 2 MiB");
        String only = System.getProperty("only", "");
        for (int i = 3; i < args.length; i++) {
            int jdk = Integer.parseInt(args[i]);
            for (Way way : ways(jdk)) {
                if (way.name.contains(only)) {
                    trial.run(jdk, way);
                }
            }
        }
        System.exit(trial.failed ? 1 : 0);
    }

    private static List<Way> ways(int jdk) {
        List<Way> ways = new ArrayList<>();
        ways.add(new Way("Serial", "-XX:+UseSerialGC", 400, Truth.COLLECTION));
        ways.add(new Way("Parallel", "-XX:+UseParallelGC", 400, Truth.COLLECTION));
        ways.add(new Way("G1", "-XX:+UseG1GC", 400, Truth.COLLECTION));
        ways.add(
                new Way(
                        "G1 concurrent",
                        "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent",
                        1000,
                        Truth.LOW));
        if (jdk == 8) {
            ways.add(new Way("CMS", "-XX:+UseConcMarkSweepGC", 400, Truth.HISTOGRAM));
            ways.add(
                    new Way(
                            "CMS concurrent",
                            "-XX:+UseConcMarkSweepGC -XX:+ExplicitGCInvokesConcurrent",
                            1000,
                            Truth.HISTOGRAM));
            return ways;
        }
        String unlock = "-XX:+UnlockExperimentalVMOptions ";
        ways.add(new Way("Shenandoah", unlock + "-XX:+UseShenandoahGC", 800, Truth.COLLECTION));
        ways.add(new Way("ZGC", unlock + "-XX:+UseZGC", 1500, Truth.COLLECTION));
        if (jdk == 21) {
            ways.add(
                    new Way(
                            "ZGC generational",
                            "-XX:+UseZGC -XX:+ZGenerational",
                            1500,
                            Truth.COLLECTION));
        }
        if (jdk == 25) {
            ways.add(
                    new Way(
                            "Shenandoah gen",
                            "-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational",
                            800,
                            Truth.COLLECTION));
        }
        return ways;
    }

    private void run(int jdk, Way way) throws Exception {
        for (String shape : way.shapes()) {
            one(jdk, way, shape, collections / way.shapes().size());
        }
    }

    private void one(int jdk, Way way, String shape, int count) throws Exception {
        String name = "live-set-" + jdk + "-" + way.name.replace(' ', '-') + "-" + shape;
        Path log = Files.createDirectories(logs.resolve(name));
        int seconds = (int) ((count + 5L) * way.everyMillis / 1000 + 10);
        String logging =
                jdk == 8
                        ? "-Xloggc:/log/gc.log -XX:+PrintGCDateStamps"
                        : "-Xlog:gc:file=/log/gc.log:tm";
        List<String> command = new ArrayList<>(List.of("docker", "run", "--rm", "--network=none"));
        command.addAll(List.of("--name=" + name, "-v", classes + ":/classes:ro", "-v"));
        command.addAll(List.of(log + ":/log", "jdk:" + jdk, "java"));
        command.addAll(List.of(way.flags.split(" ")));
        command.addAll(List.of(logging.split(" ")));
        command.addAll(List.of("-Xms700m", "-Xmx700m", "-cp", "/classes"));
        command.addAll(List.of("LiveSetShapes", shape, String.valueOf(seconds + 20)));
        command.addAll(List.of(String.valueOf(LIVE), "40", String.valueOf(way.everyMillis)));
        Process target =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.resolve("out").toFile())
                        .start();
        try {
            List<Reading> readings = new ArrayList<>();
            double histogram = sample(seconds, readings, way.truth == Truth.HISTOGRAM);
            List<GcLogLine> lines = GcLogLine.read(log.resolve("gc.log"), jdk);
            report(jdk, way, shape, lines, readings, histogram);
        } finally {
            new ProcessBuilder("docker", "kill", name)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            target.waitFor();
        }
    }

    /** Samples for some seconds; returns bytes by a live histogram at the end, or NaN. */
    private static double sample(int seconds, List<Reading> readings, boolean histogram)
            throws Exception {
        EventLog events = EventLog.to(System.err, EventLog.Format.TEXT);
        SteadyClock clock = SteadyClock.system(events);
        try (WorkerProcessPool workers = new WorkerProcessPool();
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            TargetConnector connector = new TargetConnector(new ProcFs(Path.of("/proc")), workers);
            try (Sampler sampler =
                    new Sampler(
                            new TargetWatcher(
                                    new TargetFinder(connector.procFs(), connector.workers()),
                                    TargetSelector.parse("LiveSetShapes")),
                            connector,
                            new SamplerSettings(
                                    Duration.ofMillis(200),
                                    Optional.of(Duration.ofSeconds(10)),
                                    Optional.empty(),
                                    TIMEOUT,
                                    100_000,
                                    EcsTaskLimits.NONE),
                            executor,
                            clock,
                            events)) {
                sampler.start();
                Thread.sleep(Duration.ofSeconds(seconds));
                if (sampler.monitors().isEmpty()) {
                    throw new IllegalStateException(
                            "the target is gone: see its output beside the log");
                }
                TargetMonitor monitor = sampler.monitors().getFirst();
                SampleRing ring = monitor.samples();
                long[] times = ring.epochMillis();
                for (int i = 0; i < times.length; i++) {
                    double bytes = SampleField.OLD_AFTER_GC_BYTES.in(ring.row(i));
                    if (!Double.isNaN(bytes)) {
                        readings.add(new Reading(times[i], bytes));
                    }
                }
                return histogram ? histogram(monitor) : Double.NaN;
            }
        }
    }

    private static double histogram(TargetMonitor monitor) throws Exception {
        String text =
                monitor.connection()
                        .jcmd(JcmdCommand.of("GC.class_histogram"), TIMEOUT, new CancelSignal());
        String total = text.strip().lines().reduce((_, last) -> last).orElseThrow();
        return Double.parseDouble(total.strip().split("\\s+")[2]);
    }

    private void report(
            int jdk,
            Way way,
            String shape,
            List<GcLogLine> lines,
            List<Reading> readings,
            double histogram) {
        List<Double> off = new ArrayList<>();
        int allowed = 0;
        long from = 0;
        long settled = readings.isEmpty() ? 0 : readings.getFirst().millis + FIRST_MILLIS;
        for (Reading reading : readings) {
            double truth =
                    switch (way.truth) {
                        case COLLECTION -> nearest(lines, from, reading);
                        case LOW -> least(lines, from - SHORTLY_MILLIS, reading.millis);
                        case HISTOGRAM -> histogram;
                    };
            from = reading.millis;
            if (Double.isNaN(truth) || reading.millis < settled) {
                continue;
            }
            double bytes = Math.abs(reading.bytes - truth);
            allowed += bytes <= Math.max(MOST * truth, PAGE_BYTES) ? 1 : 0;
            off.add(bytes / truth);
            if (Boolean.getBoolean("verbose")) {
                System.out.printf(
                        "%d %.1f for %.1f%n", reading.millis, reading.bytes / MEBI, truth / MEBI);
            }
        }
        off.sort(null);
        long within = off.stream().filter(each -> each <= MOST).count();
        boolean ok = !off.isEmpty() && allowed >= 0.95 * off.size();
        failed |= !ok;
        System.out.printf(
                Locale.ROOT,
                "%-4d %-19s %-7s %11d %9d %10.1f%% %7.1f%% %10d %8d%s%n",
                jdk,
                way.name,
                shape,
                lines.stream().filter(GcLogLine::whole).count(),
                off.size(),
                off.isEmpty() ? Double.NaN : 100 * off.get(off.size() / 2),
                off.isEmpty() ? Double.NaN : 100 * off.get(off.size() * 95 / 100),
                within,
                allowed,
                ok ? "" : "  <-");
    }

    private static double nearest(List<GcLogLine> lines, long before, Reading reading) {
        long from = Math.min(before, reading.millis - SHORTLY_MILLIS);
        double nearest = Double.NaN;
        for (GcLogLine line : lines) {
            boolean then = line.millis() > from && line.millis() <= reading.millis;
            double off = Math.abs(line.bytes() - reading.bytes);
            if (line.whole() && then && !(off >= Math.abs(nearest - reading.bytes))) {
                nearest = line.bytes();
            }
        }
        return nearest;
    }

    private static double least(List<GcLogLine> lines, long from, long to) {
        return lines.stream()
                .filter(line -> line.millis() > from && line.millis() <= to)
                .mapToDouble(GcLogLine::bytes)
                .min()
                .orElse(Double.NaN);
    }
}
