/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.bundle;

import io.heapsight.dump.HeapDumpServices;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.recording.RecordingServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a bundle: current data of the target, and the newest stored files. Dumps and
 * recordings are excluded, because they contain the target's data.
 */
public record BundleParts(
        HeapDumpServices heapDumps, RecordingServices recordings, PostmortemStore postmortems) {
    private static final int MOST_POSTMORTEMS = 5;

    /** A store that does not answer would delay the other parts. */
    private static final String NO_STORE = "store=false";

    private static final String SAMPLED =
            "heapUsedBytes,heapCommittedBytes,oldAfterGcBytes,nonheapUsedBytes,metaspaceCapacityBytes,"
                    + "gcPauseSeconds,gcOverheadRatio,allocatedBytes,threads,cpuSeconds,residentBytes,"
                    + "ioWriteBytes,containerMemoryLimitBytes,containerMemoryUsageBytes,"
                    + "containerMemoryWorkingSetBytes,containerMemoryAnonBytes,containerOomKills,"
                    + "containerCpuThrottledSeconds";

    /** Parts that the sidecar can always answer. */
    private static final List<BundlePart> NOW =
            List.of(
                    BundlePart.text("doctor.txt", "what works on the target", "/doctor", NO_STORE),
                    BundlePart.json("doctor.json", "the same", "/doctor", NO_STORE),
                    BundlePart.json("targets.json", "the visible JVMs", "/targets", ""),
                    BundlePart.text("memory.txt", "memory breakdown", "/memory", ""),
                    BundlePart.json("memory.json", "the same", "/memory", ""),
                    BundlePart.text("advice.txt", "sizing advice", "/advice", ""),
                    BundlePart.json("advice.json", "the same", "/advice", ""),
                    BundlePart.text("gcutil.txt", "jstat -gcutil", "/gcutil", ""),
                    BundlePart.text("gc.txt", "jstat -gc", "/jstat/gc", ""),
                    BundlePart.json(
                            "samples.json",
                            "samples of the last hour",
                            "/samples",
                            "seconds=3600&points=600&fields=" + SAMPLED),
                    BundlePart.text("metrics.txt", "the metrics", "/metrics", ""),
                    BundlePart.json("config.json", "the configuration, masked", "/config", ""),
                    BundlePart.json("jobs.json", "jobs", "/jobs", ""),
                    BundlePart.text("audit.txt", "audit log", "/audit", ""),
                    BundlePart.json("runs.json", "stored runs", "/runs", ""),
                    BundlePart.json("heapdumps.json", "stored heap dumps", "/heapdumps", ""),
                    BundlePart.json("recordings.json", "stored recordings", "/recordings", ""));

    /** Parts that pause the target, captured only on request. */
    private static final List<BundlePart> ASKED =
            List.of(
                    BundlePart.text("threads.txt", "thread dump", "/threads", ""),
                    BundlePart.json("threads.json", "the same", "/threads", ""),
                    BundlePart.text(
                            "histogram.txt", "the class histogram", "/histogram", "top=1000"),
                    BundlePart.text(
                            "histogram-diff.txt",
                            "growth by class in 10 s",
                            "/histogram/diff",
                            "seconds=10&top=200"));

    /**
     * Lists all parts.
     *
     * @param ask whether to include parts that are captured from the target
     */
    List<BundlePart> all(boolean ask) {
        List<BundlePart> parts = new ArrayList<>(NOW);
        if (ask) {
            parts.addAll(ASKED);
        }
        parts.add(BundlePart.json("postmortems.json", "targets that died", "/postmortems", ""));
        postmortems.list().stream()
                .map(Postmortem.Entry::id)
                .limit(MOST_POSTMORTEMS)
                .map(
                        id ->
                                BundlePart.text(
                                        "postmortem-" + id + ".txt",
                                        "post-mortem",
                                        "/postmortems/" + id,
                                        ""))
                .forEach(parts::add);
        summary("heapdump", "/heapdumps", heapDumps.store().files()).ifPresent(parts::addAll);
        summary("recording", "/recordings", recordings.store().files()).ifPresent(parts::addAll);
        return parts;
    }

    /** The part for the newest stored file. */
    private static <R extends KeptFile> Optional<List<BundlePart>> summary(
            String noun, String path, KeptFiles<R> files) {
        return files.list().reversed().stream()
                .map(KeptFile::id)
                .filter(files::hasSummary)
                .findFirst()
                .map(
                        id -> {
                            String of = path + "/" + id + "/summary";
                            String about = "the newest " + noun + "'s summary";
                            String file = noun + "-" + id;
                            return List.of(
                                    BundlePart.page(file + ".html", about, of),
                                    BundlePart.text(file + ".txt", "the same", of, ""));
                        });
    }
}
