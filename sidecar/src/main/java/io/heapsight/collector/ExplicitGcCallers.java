/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import io.heapsight.gc.GcCaller;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Finds possible callers of System.gc() without a command or a pause: by names of threads, options,
 * and native memory tracking.
 *
 * @param threads names of the threads, as the kernel reports them
 * @param options of the command line
 * @param directBytes peak of direct memory; empty without native memory tracking
 * @param directMax maximum of direct memory; NaN if unknown
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/java.rmi/share/classes/sun/rmi/transport/GC.java">sun.rmi.transport.GC</a>
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/java.base/share/classes/java/nio/Bits.java">java.nio.Bits</a>
 */
record ExplicitGcCallers(
        List<String> threads, JvmFlags options, OptionalLong directBytes, double directMax) {
    /** Names of the thread that runs collections for RMI; the first name is that of JDK 8. */
    private static final List<String> RMI_THREADS = List.of("GC Daemon", "RMI GC Daemon");

    private static final List<String> RMI_INTERVALS =
            List.of("-Dsun.rmi.dgc.server.gcInterval=", "-Dsun.rmi.dgc.client.gcInterval=");

    private static final double USUAL_RMI_SECONDS = 3600;
    private static final double MILLIS_PER_SECOND = 1000;

    /** The thread that closes idle connections; the kernel truncates its name. */
    private static final String JMX_THREAD = "JMX server conn";

    /**
     * Share of the maximum from which direct memory is nearly full. The JDK calls System.gc() if a
     * buffer does not fit.
     */
    private static final double NEARLY_FULL = 0.9;

    /**
     * Finds the possible callers.
     *
     * @param periodSeconds length of the period
     */
    List<GcCaller> find(double periodSeconds) {
        List<GcCaller> found = new ArrayList<>();
        rmi(periodSeconds).ifPresent(found::add);
        direct().ifPresent(found::add);
        jmx().ifPresent(found::add);
        return found;
    }

    private Optional<GcCaller> rmi(double periodSeconds) {
        double interval = rmiSeconds();
        return threads.stream()
                .filter(RMI_THREADS::contains)
                .findFirst()
                .map(
                        thread ->
                                new GcCaller(
                                        "RMI: its thread %s calls it after %.0f s without another"
                                                        .formatted(thread, interval)
                                                + " full collection, so at most %d of these calls"
                                                        .formatted(
                                                                1
                                                                        + (long)
                                                                                (periodSeconds
                                                                                        / interval)),
                                        "RMI: raise the interval to a day:"
                                                + " -Dsun.rmi.dgc.server.gcInterval=86400000"
                                                + " -Dsun.rmi.dgc.client.gcInterval=86400000."));
    }

    /** The shorter one of the two intervals. */
    private double rmiSeconds() {
        return RMI_INTERVALS.stream()
                .flatMap(prefix -> options.value(prefix).stream())
                .filter(value -> value.matches("[1-9]\\d{0,17}"))
                .mapToDouble(value -> Double.parseDouble(value) / MILLIS_PER_SECOND)
                .min()
                .orElse(USUAL_RMI_SECONDS);
    }

    private Optional<GcCaller> direct() {
        if (directBytes.isEmpty() || !(directBytes.getAsLong() >= NEARLY_FULL * directMax)) {
            return Optional.empty();
        }
        return Optional.of(
                new GcCaller(
                        "ByteBuffer.allocateDirect: direct memory reached %s of at most %s"
                                .formatted(
                                        new ByteSize(directBytes.getAsLong()),
                                        new ByteSize((long) directMax)),
                        "Direct memory: raise -XX:MaxDirectMemorySize, or reuse buffers."));
    }

    private Optional<GcCaller> jmx() {
        return threads.stream()
                .filter(name -> name.startsWith(JMX_THREAD))
                .findFirst()
                .map(
                        _ ->
                                new GcCaller(
                                        "a JMX client, which is connected: MemoryMXBean.gc()",
                                        "JMX: stop consoles and monitors that perform a GC."));
    }

    /**
     * Returns the maximum of direct memory.
     *
     * @param flags of the JVM; 0 for MaxDirectMemorySize means the maximum heap size
     */
    static double directMax(Map<String, String> flags) {
        OptionalDouble max =
                Stream.of("MaxDirectMemorySize", "MaxHeapSize")
                        .map(name -> flags.getOrDefault(name, ""))
                        .filter(value -> value.matches("[1-9]\\d{0,17}"))
                        .mapToDouble(Double::parseDouble)
                        .findFirst();
        return max.orElse(Double.NaN);
    }
}
