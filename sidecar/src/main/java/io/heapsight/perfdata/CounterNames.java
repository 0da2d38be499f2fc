/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/**
 * The names of the counters that heapsight reads. HotSpot has no list of counters, so these are
 * from running JVMs of JDK 8 to 25.
 */
public final class CounterNames {
    /** Text, such as "25.0.3" or "1.8.0_504". */
    public static final String JAVA_VERSION = "java.property.java.version";

    /** Text: "1.8", "11", "25". */
    public static final String SPECIFICATION_VERSION =
            "java.property.java.vm.specification.version";

    public static final String VM_VENDOR = "java.property.java.vm.vendor";
    public static final String JAVA_HOME = "java.property.java.home";

    /** Text: main class or jar, and the program's arguments. */
    public static final String JAVA_COMMAND = "sun.rt.javaCommand";

    /** Text: the flags of the command line and of the environment variables. */
    public static final String VM_ARGS = "java.rt.vmArgs";

    /** Text of 0s and 1s; the first is 1 if the JVM supports attach. */
    public static final String CAPABILITIES = "sun.rt.jvmCapabilities";

    /** Start of the JVM in milliseconds since 1970; all ticks count from it. */
    public static final String VM_STARTED = "sun.rt.createVmBeginTime";

    /** Ticks per second, for all counters in ticks. */
    public static final String TICKS_PER_SECOND = "sun.os.hrt.frequency";

    /** Ticks in safepoints; until JDK 12 including the time to reach them. */
    public static final String SAFEPOINT_TIME = "sun.rt.safepointTime";

    /** Ticks until threads reached safepoints. */
    public static final String SAFEPOINT_SYNC_TIME = "sun.rt.safepointSyncTime";

    /** Number of safepoints, collections included. */
    public static final String SAFEPOINTS = "sun.rt.safepoints";

    public static final String THREADS_LIVE = "java.threads.live";
    public static final String THREADS_DAEMON = "java.threads.daemon";
    public static final String THREADS_PEAK = "java.threads.livePeak";
    public static final String THREADS_STARTED = "java.threads.started";

    /** Classes loaded from class files, without {@link #CLASSES_LOADED_SHARED}. */
    public static final String CLASSES_LOADED = "java.cls.loadedClasses";

    /** Classes loaded from the shared archive (CDS). */
    public static final String CLASSES_LOADED_SHARED = "java.cls.sharedLoadedClasses";

    public static final String CLASSES_UNLOADED = "java.cls.unloadedClasses";
    public static final String CLASSES_UNLOADED_SHARED = "java.cls.sharedUnloadedClasses";
    public static final String CLASS_BYTES_LOADED = "sun.cls.loadedBytes";
    public static final String CLASS_BYTES_LOADED_SHARED = "sun.cls.sharedLoadedBytes";
    public static final String CLASS_BYTES_UNLOADED = "sun.cls.unloadedBytes";
    public static final String CLASS_BYTES_UNLOADED_SHARED = "sun.cls.sharedUnloadedBytes";

    /** Ticks spent loading classes. */
    public static final String CLASS_LOAD_TIME = "sun.cls.time";

    /** Ticks spent compiling. */
    public static final String COMPILE_TIME = "java.ci.totalTime";

    public static final String COMPILES = "sun.ci.totalCompiles";
    public static final String COMPILES_FAILED = "sun.ci.totalBailouts";
    public static final String COMPILES_INVALIDATED = "sun.ci.totalInvalidates";
    public static final String LAST_FAILED_COMPILE_TYPE = "sun.ci.lastFailedType";
    public static final String LAST_FAILED_COMPILE_METHOD = "sun.ci.lastFailedMethod";
    public static final String LAST_COMPILE_METHOD = "sun.ci.lastMethod";
    public static final String LAST_COMPILE_SIZE = "sun.ci.lastSize";
    public static final String LAST_COMPILE_TYPE = "sun.ci.lastType";

    /** Text: the cause of the running GC, or "No GC". */
    public static final String GC_CAUSE = "sun.gc.cause";

    public static final String GC_LAST_CAUSE = "sun.gc.lastCause";

    /** Words of the buffers (TLABs) that threads allocated in the cycle before the last GC. */
    public static final String TLAB_WORDS = "sun.gc.tlab.alloc";

    /** Number of these buffers. */
    public static final String TLAB_FILLS = "sun.gc.tlab.fills";

    /** Number of allocations outside buffers in that cycle. */
    public static final String TLAB_OUTSIDE = "sun.gc.tlab.slowAlloc";

    /** Text: the pair of collectors, "Copy:MSC", "GarbageFirst"; missing in some JVMs. */
    public static final String GC_POLICY = "sun.gc.policy.name";

    public static final String TENURING_THRESHOLD = "sun.gc.policy.tenuringThreshold";
    public static final String MAX_TENURING_THRESHOLD = "sun.gc.policy.maxTenuringThreshold";
    public static final String DESIRED_SURVIVOR_SIZE = "sun.gc.policy.desiredSurvivorSize";

    /**
     * The prefix of the counters {@code .used}, {@code .capacity} and {@code .maxCapacity}, in
     * bytes.
     */
    public static final String METASPACE = "sun.gc.metaspace";

    public static final String COMPRESSED_CLASS_SPACE = "sun.gc.compressedclassspace";

    private CounterNames() {}

    /**
     * Returns the prefix of {@code .capacity} and other counters of the young (0) or old (1)
     * generation.
     */
    public static String generation(int generation) {
        return "sun.gc.generation." + generation;
    }

    /** A space of a generation: 0 is eden or old, 1 and 2 are the survivor spaces. */
    public static String space(int generation, int space) {
        return generation(generation) + ".space." + space;
    }

    /** Young (0), full (1) or concurrent (2) collections: {@code .invocations}, {@code .time}. */
    public static String collector(int collector) {
        return "sun.gc.collector." + collector;
    }
}
