/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.report.TargetsReport;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JVMs that this process can see, for commands that need no sidecar. */
public final class LocalTargets {
    /** Description of the parameter that selects one. */
    static final String DESCRIPTION =
            "a pid, a main class (simple or full name) or a glob of one; default: the only visible"
                    + " JVM";

    private final TargetConnector connector;
    private final TargetFinder finder;

    public LocalTargets(TargetConnector connector) {
        this.connector = connector;
        this.finder = new TargetFinder(connector.procFs(), connector.workers());
    }

    /**
     * Connects to one JVM.
     *
     * @param target a pid, a main class or a glob of one; null for the only JVM
     */
    public TargetConnection connect(@Nullable String target) throws ProblemException {
        return connect(TargetSelector.parse(target == null ? "" : target));
    }

    /** Connects to the selected JVM. */
    public TargetConnection connect(TargetSelector selector) throws ProblemException {
        List<TargetJvm> inSight = find();
        if (selector instanceof TargetSelector.ByPid(int pid) && selector.all(inSight).isEmpty()) {
            checkIsNoOther(pid);
        }
        return connector.connect(selector.one(inSight));
    }

    /** Distinguishes a process that is not a JVM from one that is not visible. */
    private void checkIsNoOther(int pid) throws ProblemException {
        String name;
        try {
            name = connector.procFs().stat(pid).comm();
        } catch (IOException _) {
            return; // no such process
        }
        throw new ProblemException(
                Problem.Kind.NOT_FOUND,
                "The process is not a JVM",
                "Process %d (%s) is not a JVM, or is heapsight itself.".formatted(pid, name),
                "heapsight targets lists the visible JVMs.");
    }

    /** Returns whether a selected target is visible. */
    boolean sees(TargetSelector selector) {
        try {
            return !selector.all(find()).isEmpty();
        } catch (ProblemException _) {
            return false; // several targets match
        }
    }

    /** Lists every visible JVM with the features that work on it; sends no signal. */
    public TargetsReport report() throws ProblemException {
        List<TargetsReport.Row> rows = new ArrayList<>();
        for (TargetJvm jvm : find()) {
            try (TargetConnection connection = connector.connect(jvm)) {
                Reading<String> counters = connection.counters().map(_ -> "readable");
                rows.add(new TargetsReport.Row(jvm, counters, connection.obstacle()));
            } catch (ProblemException e) {
                Reading<String> gone = Reading.missing(e.problem().detail());
                rows.add(new TargetsReport.Row(jvm, gone, Optional.of(e.problem())));
            }
        }
        return new TargetsReport(rows);
    }

    private synchronized List<TargetJvm> find() throws ProblemException {
        try {
            return finder.find();
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "Processes can't be listed",
                    "reading /proc failed: " + IoReason.of(e),
                    "Mount /proc in the sidecar's container as the container runtime does"
                            + " by default.",
                    e);
        }
    }
}
