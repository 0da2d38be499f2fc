/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Post-mortems for tests. */
public final class SamplePostmortem {
    private static final Instant DIED = Instant.parse("2026-11-21T22:19:30.120Z");

    private SamplePostmortem() {}

    /** A post-mortem with that id and a value in every field. */
    public static Postmortem withEverything(String id) {
        return new Postmortem(
                id,
                new RunTarget(
                        7,
                        "Shop",
                        Optional.of("com.acme.Shop"),
                        Optional.of("25.0.3"),
                        Optional.of("Serial")),
                DIED,
                new DeathCause(
                        DeathCause.Kind.OOM_KILL,
                        DeathCause.Certainty.CERTAIN,
                        List.of("It was killed by signal 9 (SIGKILL).")),
                new RunLimits(
                        OptionalLong.of(134217728),
                        OptionalLong.empty(),
                        OptionalDouble.of(1.5),
                        OptionalDouble.empty(),
                        OptionalLong.of(100663296),
                        OptionalLong.empty()),
                List.of("-Xmx96m"),
                List.of(
                        new PostmortemSample(DIED.minusSeconds(2), Map.of("heapUsedBytes", 1e6)),
                        new PostmortemSample(
                                DIED.minusSeconds(1),
                                Map.of("heapUsedBytes", 2e6, "gcOverheadRatio", 0.25))),
                Optional.of(
                        new LastHistogram(
                                DIED.minusSeconds(3),
                                false,
                                "trigger container_memory>90%",
                                new InstanceCount(1000, 90_000_000),
                                List.of(
                                        new ClassHistogramRow("[B", "java.base", 10, 80_000_000),
                                        new ClassHistogramRow(
                                                "com.acme.Order", "", 990, 10_000_000)))),
                Optional.of(new CrashLog("hs_err_pid1.log", "# SIGSEGV\n# more\n")),
                Optional.of("20261121T221930120Z-7"),
                Optional.of(
                        new OutOfMemoryDumpOutcome(
                                "java_pid1.hprof",
                                1000,
                                Optional.of("20261121T221931120Z-7"),
                                "Its heap dump is kept.")),
                List.of("/threads/kept/20261121T221925120Z-7"));
    }

    /** A post-mortem with that id and only the mandatory fields. */
    public static Postmortem bare(String id, DeathCause.Kind kind) {
        return new Postmortem(
                id,
                new RunTarget(7, "Shop", Optional.empty(), Optional.empty(), Optional.empty()),
                DIED,
                new DeathCause(kind, DeathCause.Certainty.PROBABLE, List.of()),
                RunLimits.UNKNOWN,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** The id of the n-th one. */
    public static String id(int n) {
        return "20261121T%09dZ-7".formatted(n);
    }

    /** Stores a post-mortem in a data directory, as an earlier sidecar did. */
    public static void keep(PostmortemStore store, Postmortem postmortem) throws IOException {
        store.add(postmortem);
    }

    /** With the fields of a stored one. */
    public static void keepMore(PostmortemStore store, Postmortem postmortem) throws IOException {
        store.replace(postmortem);
    }

    /** The same with a crash log. */
    public static void keep(PostmortemStore store, Postmortem postmortem, Path crashLog)
            throws IOException {
        store.add(postmortem);
        try (FileChannel content = FileChannel.open(crashLog)) {
            store.addCrashLog(postmortem.id(), content);
        }
    }
}
