/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.EnumConverter;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.run.GarbageCountMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The labels and options of a run to start. */
final class RunOptions {
    @Option(names = "--label", paramLabel = "K=V", description = "label of the run; repeatable")
    private @Nullable Map<String, String> labels;

    @Option(
            names = "--garbage",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "dump",
            converter = GarbageConverter.class,
            description =
                    "count objects by class at start and stop, with one full GC each;"
                            + " --garbage=dump: take a heap dump at the stop instead, and store it")
    private @Nullable GarbageCountMethod garbage;

    @Option(
            names = "--profile",
            paramLabel = "cpu|alloc|lock|wall",
            description =
                    "profile the target, beginning 5 s after the start: all but cpu need"
                            + " HEAPSIGHT_PROFILER=true")
    private @Nullable ProfileEvent profile;

    @Option(
            names = "--profile-seconds",
            paramLabel = "N",
            description = "length of the profile; default: 30")
    private @Nullable Integer profileSeconds;

    @Option(
            names = "--target",
            paramLabel = "PID|NAME",
            description = "selects a JVM if there are several")
    private @Nullable String target;

    @Option(
            names = "--until",
            paramLabel = "exit",
            description = "exit: the target is the job, and the run ends with it")
    private @Nullable String until;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "with --to: a run of samples of the last hour, such as from"
                            + " 2026-11-28T12:00:00Z")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "end of that run")
    private @Nullable String to;

    /** Parses a value of {@code --garbage}. */
    static final class GarbageConverter extends EnumConverter<GarbageCountMethod> {
        GarbageConverter() {
            super(GarbageCountMethod.values());
        }
    }

    /** Returns {@code ?label=level%3DINFO&garbage=true}; empty without options. */
    String query() {
        List<String> query = new ArrayList<>();
        if (labels != null && !labels.isEmpty()) {
            query.add("label=" + SidecarApi.encoded(SidecarApi.pairs(labels)));
        }
        if (garbage != null) {
            query.add("garbage=" + garbage.label());
        }
        if (profile != null) {
            query.add("profile=" + profile.label());
        }
        if (profileSeconds != null) {
            query.add("profileSeconds=" + profileSeconds);
        }
        if (until != null) {
            query.add("until=" + SidecarApi.encoded(until));
        }
        if (from != null) {
            query.add("from=" + SidecarApi.encoded(from));
        }
        if (to != null) {
            query.add("to=" + SidecarApi.encoded(to));
        }
        if (target != null) {
            query.add("target=" + SidecarApi.encoded(target));
        }
        return query.isEmpty() ? "" : "?" + String.join("&", query);
    }
}
