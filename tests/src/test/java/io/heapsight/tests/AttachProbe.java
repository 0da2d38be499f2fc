/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetConnector;
import io.heapsight.target.TargetFinder;
import io.heapsight.target.TargetSelector;
import io.heapsight.target.Workers;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A sidecar's attaching alone: connects to the only JVM in sight, gives VM.version and prints what
 * came of it, one fact a line.
 *
 * <p>Arguments: how often; milliseconds that a command may take.
 */
public final class AttachProbe {
    private AttachProbe() {}

    public static void main(String[] args) throws IOException {
        int times = Integer.parseInt(args[0]);
        Duration timeout = Duration.ofMillis(Long.parseLong(args[1]));
        try (Workers workers = new Workers()) {
            ProcFs procFs = ProcFs.system();
            TargetFinder finder = new TargetFinder(procFs, workers);
            TargetConnector connector = new TargetConnector(procFs, workers);
            command(connector, finder, timeout); // loads what it needs
            long before = descriptors();
            for (int i = 1; i < times; i++) {
                command(connector, finder, timeout);
            }
            System.out.println("descriptors grew by " + (descriptors() - before));
        }
    }

    private static void command(TargetConnector connector, TargetFinder finder, Duration timeout)
            throws IOException {
        try (TargetConnection connection =
                connector.connect(TargetSelector.parse("").one(finder.find()))) {
            System.out.println("target " + connection.jvm());
            System.out.println("counters " + described(connection.counters()));
            System.out.println(
                    "answer "
                            + connection.jcmd(
                                    new JcmdCommand("VM.version"), timeout, new CancelSignal()));
        } catch (ProblemException e) {
            Problem problem = e.problem();
            System.out.println("title " + problem.title());
            System.out.println("detail " + problem.detail());
            System.out.println("remedy " + problem.remedy());
        }
    }

    private static String described(Reading<Counters> counters) {
        return switch (counters) {
            case Reading.Present<Counters>(Counters all) ->
                    "of " + all.text("java.property.java.version");
            case Reading.Missing<Counters>(String reason) -> "missing: " + reason;
        };
    }

    private static long descriptors() throws IOException {
        try (var entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        }
    }
}
