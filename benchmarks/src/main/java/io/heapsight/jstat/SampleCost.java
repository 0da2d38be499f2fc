/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The sampler's work for one target per interval, as a whole and in parts: counters and kernel
 * figures. It is in the sampler's package to run exactly the same code.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m"
        })
@SuppressWarnings("NullAway.Init") // JMH calls connect() first
public class SampleCost {
    private static final int AN_HOUR = 3600;

    /** The hsperfdata file of the sampled JVM: its name is the pid. */
    @Param("")
    public String file = "";

    private TargetMonitor monitor;
    private CounterReader reader;
    private long nanos;

    /** Connects to the JVM as the sidecar does. */
    @Setup
    public void connect() throws IOException, ProblemException {
        int pid = Integer.parseInt(Path.of(file).getFileName().toString());
        ProcFs procFs = new ProcFs(Path.of("/proc"));
        WorkerProcessPool workers = new WorkerProcessPool();
        TargetJvm jvm =
                new TargetFinder(procFs, workers)
                        .find().stream()
                                .filter(each -> each.pid() == pid)
                                .findFirst()
                                .orElseThrow();
        SamplerSettings settings =
                new SamplerSettings(
                        Duration.ofSeconds(1),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        AN_HOUR,
                        EcsTaskLimits.NONE);
        EventLog log = EventLog.to(System.err, EventLog.Format.TEXT);
        monitor =
                new TargetMonitor(
                        "benchmark",
                        new TargetConnector(procFs, workers).connect(jvm),
                        settings,
                        Runnable::run,
                        SteadyClock.system(log),
                        log);
        Counters counters = monitor.connection().counters().toOptional().orElseThrow();
        reader = new CounterReader(counters, null);
    }

    /** The sample's part from the counters: signals, pools, collectors. */
    @Benchmark
    public Object counters() {
        SampleValues row = new SampleValues();
        reader.read(row);
        return List.of(row, reader.pools(), reader.collectors());
    }

    /** Unmaps and closes all resources of the JVM. */
    @TearDown
    public void disconnect() {
        monitor.close();
    }

    /** One tick, a second after the previous one. */
    @Benchmark
    public boolean wholeTick() {
        nanos += TimeUnit.SECONDS.toNanos(1);
        return monitor.sample(nanos);
    }

    /** The kernel's part: /proc/PID/stat, io and fd. */
    @Benchmark
    public Object kernelFigures() {
        return monitor.connection().probe().read();
    }
}
