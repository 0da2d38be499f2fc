/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A program with known behaviour that records itself. It runs in its own JVM: the first allocation
 * sample of a thread covers all earlier allocations of the thread.
 */
final class RecordedProgram {
    static final List<byte[]> LEAK = new ArrayList<>();
    static final Map<Integer, char[]> TREE = new TreeMap<>();

    private static final int LEAKED_ARRAYS = 20_000;
    private static final Duration LENGTH = Duration.ofMillis(1_500);
    private static final Object LOCK = new Object();

    static volatile long result;
    static volatile Object escaped = LOCK;

    private RecordedProgram() {}

    /** Runs the program. */
    public static void main(String[] files) throws Exception {
        recordAll(Path.of(files[0]), Path.of(files[1]));
    }

    /** Records it with the settings "profile" and the paths of old objects. */
    private static void recordAll(Path data, Path to) throws Exception {
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            // A limit of samples per second may drop all of a short burst.
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "off");
            recording.enable("jdk.FileRead").withoutThreshold();
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
            recording.enable("jdk.OldObjectSample").with("cutoff", "infinity");
            recording.start();
            run(data);
            recording.stop();
            recording.dump(to);
        } finally {
            LEAK.clear();
            TREE.clear();
        }
    }

    /** A small recording with samples and exceptions. */
    static void recordFew(Path to) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.JavaExceptionThrow").withStackTrace();
            recording.start();
            hot(Duration.ofMillis(200));
            try {
                Integer.parseInt("no number");
            } catch (NumberFormatException e) {
                escaped = e;
            }
            recording.stop();
            recording.dump(to);
        }
    }

    private static void run(Path data) throws IOException, InterruptedException {
        for (int i = 0; i < LEAKED_ARRAYS; i++) {
            LEAK.add(new byte[1_000]);
            TREE.put(i, new char[500]);
        }
        for (int i = 0; i < 500_000; i++) {
            allocate();
        }
        for (int i = 0; i < 3; i++) {
            Files.readAllBytes(data);
            readStream(data);
        }
        contend();
        collect();
        hot(LENGTH);
    }

    static void collect() {
        System.gc();
    }

    private static void readStream(Path data) throws IOException {
        try (var in = new java.io.FileInputStream(data.toFile())) {
            result = in.read(new byte[4096]);
        }
    }

    static void allocate() {
        escaped = new long[100];
    }

    static void contend() throws InterruptedException {
        Thread holder;
        synchronized (LOCK) {
            holder = Thread.ofPlatform().start(RecordedProgram::enter);
            while (holder.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
        holder.join();
    }

    static void enter() {
        synchronized (LOCK) {
            result++;
        }
    }

    /** Uses CPU time, which other processes do not shorten. */
    static void hot(Duration cpuTime) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long until = threads.getCurrentThreadCpuTime() + cpuTime.toNanos();
        long sum = 0;
        while (threads.getCurrentThreadCpuTime() < until) {
            sum += spin();
        }
        result = sum;
    }

    static long spin() {
        long sum = 0;
        for (int i = 1; i < 100_000; i++) {
            sum = sum * 31 + Long.numberOfTrailingZeros(sum + i) % i;
        }
        return sum;
    }
}
