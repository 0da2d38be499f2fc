/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.kept.KeptFile;
import io.heapsight.run.RunName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a sidecar is asked of the JVMs that it follows, and of what it keeps of them. */
final class TargetTools {
    private static final Parameter<Integer> CLASSES =
            Parameter.integer("top", 1, 100_000, "how many classes").or(50);

    private static final String STANDSTILL =
            "the target is paused while the JVM counts its objects";

    private static final Parameter<String> POSTMORTEM =
            Parameter.text("id", KeptFile.ID_PATTERN, "an id of postmortems", "which").asNeeded();
    private static final Parameter<Boolean> LIVE =
            Parameter.bool("live", "reachable objects only: runs a full GC first").or(false);
    private static final Parameter<Integer> SECONDS =
            Parameter.integer("seconds", 1, 300, "between the two histograms; without it 60");
    private static final Parameter<String> BASE =
            Parameter.text(
                    "base",
                    "h[0-9]{1,9}",
                    "an id such as h1; a wrong one is answered with those that are kept",
                    "an earlier histogram to compare with, in place of taking two now");
    private static final Parameter<Integer> COUNT =
            Parameter.integer("count", 1, 10, "how many dumps, to see who is stuck").or(1);
    private static final Parameter<Duration> INTERVAL =
            Parameter.duration(
                    "interval",
                    "([1-9]|[12][0-9]|30)s",
                    "1s to 30s",
                    "from one dump to the next; without it 5s");
    private static final Parameter<Boolean> VIRTUAL =
            Parameter.bool(
                    "virtual",
                    "all virtual threads (JDK 21 and later); the target allocates about 15 kB for"
                            + " each");
    private static final Parameter<String> GARBAGE =
            Parameter.choice(
                            "garbage",
                            List.of("interval", "exact"),
                            "exact: also has the JVM count its garbage, which takes a full GC")
                    .or("interval");

    static final List<Tool> ALL =
            List.of(
                    get(
                            "targets",
                            "JVMs in sight",
                            "The JVMs that the sidecar can see: pid, JDK, collector, main class,"
                                    + " and what works on each.",
                            "/targets"),
                    get(
                            "doctor",
                            "What works on a target",
                            "What works on the target, what doesn't, why, and which line of YAML,"
                                    + " task definition or docker command mends it.",
                            "/doctor",
                            ToolList.TARGET),
                    get(
                            "memory",
                            "Where the memory is",
                            "Where the process's resident memory is (heap, metaspace, code, stacks,"
                                    + " buffers, malloc), against the container's limit, and whether"
                                    + " and when that will be reached. Asks the JVM a question that"
                                    + " pauses nothing.",
                            "/memory",
                            ToolList.TARGET),
                    get(
                            "advice",
                            "What to change",
                            "What the measurements of the last hour suggest about the container's"
                                    + " limits, heap size, metaspace, collector and parallel jobs, and"
                                    + " how sure that is. Asks the JVM for its flags; pauses nothing.",
                            "/advice",
                            ToolList.TARGET),
                    get(
                            "gcutil",
                            "GC at a glance",
                            "The columns of jstat -gcutil now: per cent used of survivors, eden,"
                                    + " old, metaspace; collections and their seconds.",
                            "/gcutil",
                            ToolList.TARGET),
                    get(
                            "postmortems",
                            "Targets that died",
                            "Targets that died, when and why: OOM kill, crash, SIGTERM and others.",
                            "/postmortems"),
                    get(
                            "postmortem",
                            "One post-mortem",
                            "What was known when a target died: the evidence of why, its last"
                                    + " samples, its last histogram.",
                            "/postmortems/{id}",
                            POSTMORTEM),
                    get("runs", "Recorded runs", "The runs that are kept, by name.", "/runs"),
                    get(
                            "compare",
                            "Two arms of runs",
                            "Compares two arms of recorded runs figure by figure, with a verdict"
                                    + " for each that tells a difference from noise.",
                            "/compare",
                            arm("base", "what is compared with"),
                            arm("candidate", "what is judged"),
                            Parameter.integer("top", 1, 1000, "how many classes").or(20)),
                    get(
                            "jobs",
                            "Long work",
                            "Heap dumps and analyses that run, how far they are, and how the last"
                                    + " ones ended.",
                            "/jobs"),
                    costly(
                            "histogram",
                            "Class histogram",
                            "Instances and bytes by class of the running JVM, largest first.",
                            new Tool.Endpoint(Method.GET, "/histogram"),
                            STANDSTILL + "; with live=true a full GC, too.",
                            LIVE,
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "histogram_diff",
                            "Growth by class",
                            "What grew, by class, between two histograms that are taken some"
                                    + " seconds apart, or since an earlier one.",
                            new Tool.Endpoint(Method.GET, "/histogram/diff"),
                            STANDSTILL + ", twice.",
                            SECONDS,
                            BASE,
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "threads",
                            "What threads do",
                            "The running JVM's threads by equal stacks, deadlocks, and with a"
                                    + " count of several which are stuck, with their CPU.",
                            new Tool.Endpoint(Method.GET, "/threads"),
                            "all threads of the target stop at a safepoint while each dump is"
                                    + " made.",
                            COUNT,
                            INTERVAL,
                            VIRTUAL,
                            ToolList.TARGET),
                    costly(
                            "garbage",
                            "Unreachable objects by class",
                            "What is garbage in the running JVM, by class: all objects minus the"
                                    + " live ones.",
                            new Tool.Endpoint(Method.POST, "/garbage"),
                            "a full GC, and " + STANDSTILL + ", twice.",
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "take_heap_dump",
                            "Take a heap dump",
                            "Takes a heap dump, which the sidecar keeps and analyses. Answers at"
                                    + " once: ask jobs until it is done, then heapdumps.",
                            new Tool.Endpoint(Method.POST, "/heapdumps"),
                            "the target is paused while it writes all of its heap, and the"
                                    + " dump takes room on the sidecar's volume; with live=true or"
                                    + " garbage=exact a full GC, too.",
                            LIVE,
                            GARBAGE,
                            ToolList.TARGET));

    private TargetTools() {}

    private static Parameter<String> arm(String name, String about) {
        return Parameter.text(name, RunName.PATTERN, "an arm, INFO, or one run, INFO#1", about)
                .asNeeded();
    }

    private static Tool get(
            String name, String title, String about, String path, Parameter<?>... own) {
        return new Tool(
                name,
                title,
                about,
                new Tool.Endpoint(Method.GET, path),
                Optional.empty(),
                Optional.empty(),
                ToolList.withForm(own));
    }

    private static Tool costly(
            String name,
            String title,
            String about,
            Tool.Endpoint endpoint,
            String cost,
            Parameter<?>... own) {
        return new Tool(
                name,
                title,
                about,
                endpoint,
                Optional.empty(),
                Optional.of(cost),
                ToolList.withForm(own));
    }
}
