/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import io.heapsight.perfdata.CounterPlan;
import io.heapsight.perfdata.GcModel;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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

/** One sample of the counters of a live JVM, from its mapped file. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx64m"})
@SuppressWarnings("NullAway.Init") // JMH calls open() first
public class CounterSample {
    /** The hsperfdata file of the JVM that is sampled. */
    @Param("")
    public String file = "";

    private PerfDataFile counters;
    private CounterPlan plan;
    private long[] values;
    private GcModel model;
    private List<MemoryPool> pools;

    /** Maps the file. */
    @Setup
    public void open() throws IOException, PerfDataException {
        counters = PerfDataFile.open(Path.of(file));
        plan = new CounterPlan(counters, SampledCounters.of(counters));
        values = new long[plan.size()];
        model = GcModel.of(counters);
        pools = model.pools();
    }

    /** Unmaps it. */
    @TearDown
    public void close() {
        counters.close();
    }

    /** All counters of a sample into an array. */
    @Benchmark
    public boolean readAllCounters() {
        return plan.read(values);
    }

    /** What the metrics say of the heap: the pools, its sums, the pauses. */
    @Benchmark
    public double readPools() {
        double sum = model.heapUsedBytes() + model.heapCommittedBytes() + model.heapMaxBytes();
        for (int i = 0; i < pools.size(); i++) {
            MemoryPool pool = pools.get(i);
            sum += pool.usedBytes() + pool.committedBytes() + pool.maxBytes();
        }
        return sum + model.stopTheWorldSeconds();
    }
}
