/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.kept.KeptFile;
import io.heapsight.run.RunName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Defines the tools that query the JVMs and the stored data of a sidecar. */
final class TargetTools {
    private static final Parameter<Integer> CLASSES =
            Parameter.integer("top", 1, 100_000, "number of classes").or(50);

    private static final String STANDSTILL =
            "the target is paused while the JVM counts its objects";

    private static final Parameter<String> POSTMORTEM =
            Parameter.text("id", KeptFile.ID_PATTERN, "an id from postmortems", "which").asNeeded();
    private static final Parameter<Boolean> LIVE =
            Parameter.bool("live", "reachable objects only: runs a full GC first").or(false);
    private static final Parameter<Integer> SECONDS =
            Parameter.integer("seconds", 1, 300, "seconds between the two histograms; default: 60");
    private static final Parameter<String> BASE =
            Parameter.text(
                    "base",
                    "h[0-9]{1,9}",
                    "an id such as h1; an unknown id returns the list of stored ones",
                    "an earlier histogram to compare with, instead of taking two now");
    private static final Parameter<Integer> COUNT =
            Parameter.integer(
                            "count", 1, 10, "number of dumps; several show which threads are stuck")
                    .or(1);
    private static final Parameter<Duration> INTERVAL =
            Parameter.duration(
                    "interval",
                    "([1-9]|[12][0-9]|30)s",
                    "1s to 30s",
                    "time between two dumps; default: 5s");
    private static final Parameter<Boolean> VIRTUAL =
            Parameter.bool(
                            "virtual",
                            "all virtual threads (JDK 21 and later); the target allocates about 15"
                                    + " kB for each")
                    .or(false);
    private static final Parameter<String> GARBAGE =
            Parameter.choice(
                            "garbage",
                            List.of("interval", "exact"),
                            "exact: the JVM also counts its garbage, which runs a full GC")
                    .or("interval");

    static final List<Tool> ALL =
            List.of(
                    get(
                            "targets",
                            "visible JVMs",
                            "Lists the JVMs that the sidecar can see: pid, JDK, collector, main"
                                    + " class, and what works on each.",
                            "/targets"),
                    get(
                            "doctor",
                            "What works on a target",
                            "Shows what works on the target, what doesn't, why, and which line of"
                                    + " YAML, task definition or docker command fixes it.",
                            "/doctor",
                            ToolList.TARGET),
                    get(
                            "memory",
                            "Memory breakdown",
                            "Breaks down the resident memory of the process (heap, metaspace, code,"
                                    + " stacks, buffers, malloc) against the container's limit, and"
                                    + " forecasts when that is reached. Runs a command in the JVM"
                                    + " that"
                                    + " pauses nothing.",
                            "/memory",
                            ToolList.TARGET),
                    get(
                            "gc",
                            "Is it the collector?",
                            "Answers whether garbage collection is the problem: pauses of the last"
                                    + " hour with their causes, cost by time and CPU, full"
                                    + " collections, and ranked findings with the flag or limit to"
                                    + " change. Reads the flags of the JVM; pauses nothing.",
                            "/gc",
                            ToolList.TARGET),
                    get(
                            "advice",
                            "What to change",
                            "Suggests container limits, heap size, metaspace, collector and"
                                    + " parallel jobs from the measurements of the last hour, with"
                                    + " a certainty. Reads the flags of the JVM; pauses nothing.",
                            "/advice",
                            ToolList.TARGET),
                    get(
                            "gcutil",
                            "GC at a glance",
                            "Shows the current columns of jstat -gcutil: percent used of"
                                    + " survivors, eden, old, metaspace; collections and their"
                                    + " seconds.",
                            "/gcutil",
                            ToolList.TARGET),
                    get(
                            "postmortems",
                            "Targets that died",
                            "Lists targets that died, when and why: OOM kill, crash, SIGTERM and"
                                    + " others.",
                            "/postmortems"),
                    get(
                            "postmortem",
                            "One post-mortem",
                            "Shows the evidence about the death of a target: the reason, its last"
                                    + " samples, its last histogram.",
                            "/postmortems/{id}",
                            POSTMORTEM),
                    get("runs", "Recorded runs", "Lists the stored runs by name.", "/runs"),
                    get(
                            "compare",
                            "Two arms of runs",
                            "Compares two arms of recorded runs metric by metric, with a verdict"
                                    + " for each that separates a difference from noise.",
                            "/compare",
                            arm("base", "the arm or run to compare with"),
                            arm("candidate", "the arm or run to judge"),
                            Parameter.integer("top", 1, 1000, "number of classes").or(20)),
                    get(
                            "jobs",
                            "Long work",
                            "Lists running heap dumps and analyses with their progress, and how the"
                                    + " last"
                                    + " ones ended.",
                            "/jobs"),
                    costly(
                            "histogram",
                            "Class histogram",
                            "Counts instances and bytes by class of the running JVM, largest"
                                    + " first.",
                            new Tool.Endpoint(Method.GET, "/histogram"),
                            STANDSTILL + "; with live=true a full GC, too.",
                            LIVE,
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "histogram_diff",
                            "Growth by class",
                            "Shows growth by class between two histograms taken some seconds"
                                    + " apart, or since an earlier histogram.",
                            new Tool.Endpoint(Method.GET, "/histogram/diff"),
                            STANDSTILL + ", twice.",
                            SECONDS,
                            BASE,
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "threads",
                            "What threads do",
                            "Groups the threads of the running JVM by equal stacks, and shows"
                                    + " deadlocks; with count > 1, also stuck threads and their"
                                    + " CPU.",
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
                            "Shows garbage of the running JVM by class: all objects minus the"
                                    + " live ones.",
                            new Tool.Endpoint(Method.POST, "/garbage"),
                            "a full GC, and " + STANDSTILL + ", twice.",
                            CLASSES,
                            ToolList.TARGET),
                    costly(
                            "trim",
                            "Give freed native memory back",
                            "Makes glibc give freed malloc memory back to the kernel (JDK 17 and"
                                    + " later), and shows the resident memory before and after.",
                            new Tool.Endpoint(Method.POST, "/trim"),
                            "glibc walks its arenas, and native allocations of the target wait in"
                                    + " the meantime.",
                            ToolList.TARGET),
                    costly(
                            "take_heap_dump",
                            "Take a heap dump",
                            "Takes a heap dump, which the sidecar stores and analyses. Returns at"
                                    + " once: poll jobs until it is done, then call heapdumps.",
                            new Tool.Endpoint(Method.POST, "/heapdumps"),
                            "the target is paused while it writes its heap, and the dump takes"
                                    + " space on the sidecar's volume; live=true or garbage=exact"
                                    + " also runs a full GC.",
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
