/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.run.GarbageMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What is said of a run when it begins, and what is taken besides samples. */
final class StartedRun {
    @Option(
            names = "--label",
            paramLabel = "K=V",
            description = "what is said of the run; may be repeated")
    private @Nullable Map<String, String> labels;

    @Option(
            names = "--garbage",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "dump",
            converter = GarbageConverter.class,
            description =
                    "count objects by class at the start and at the stop: runs a full GC each;"
                            + " --garbage=dump: at the stop by a heap dump, which is kept")
    private @Nullable GarbageMode garbage;

    @Option(
            names = "--profile",
            paramLabel = "cpu|alloc|lock|wall",
            description =
                    "profile the target from 5 s after the start on: loads native code into it, so"
                            + " that HEAPSIGHT_PROFILER has to allow it")
    private @Nullable ProfileEvent profile;

    @Option(names = "--profile-seconds", paramLabel = "N", description = "how long; default: 30")
    private @Nullable Integer profileSeconds;

    @Option(
            names = "--target",
            paramLabel = "PID|NAME",
            description = "the JVM that is meant, where there are several")
    private @Nullable String target;

    @Option(
            names = "--until",
            paramLabel = "exit",
            description = "exit: the target is the job, and ends with it")
    private @Nullable String until;

    /** What {@code --garbage} is followed by. */
    static final class GarbageConverter implements ITypeConverter<GarbageMode> {
        @Override
        public GarbageMode convert(String text) {
            return GarbageMode.of(text)
                    .orElseThrow(
                            () ->
                                    new TypeConversionException(
                                            "'" + text + "' is not true or dump"));
        }
    }

    /** {@code ?label=level%3DINFO&garbage=true}; empty where nothing is said. */
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
        if (target != null) {
            query.add("target=" + SidecarApi.encoded(target));
        }
        return query.isEmpty() ? "" : "?" + String.join("&", query);
    }
}
