/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Starts, finds and stops heapsight's recordings in a target. Recognises them by name, and ignores
 * others. Uses the commands of JDK 8u262 and later, which have the same texts up to JDK 25.
 *
 * @param timeout of one command; the first one in a target loads its Flight Recorder
 */
record JfrCommands(TargetConnection target, Duration timeout) {
    /** The names of the sidecar's recordings; those of the command line have "cli-" appended. */
    static final String PREFIX = "heapsight-";

    static final String COMMAND_LINE_PREFIX = PREFIX + "cli-";

    /** The name of the continuous recording of a followed target. */
    static final String BLACK_BOX = PREFIX + "black-box";

    private static final Pattern OURS =
            Pattern.compile("^Recording .*\\bname=\"?(heapsight-[0-9A-Za-z-]+)", Pattern.MULTILINE);

    private static final Pattern ANY = Pattern.compile("^Recording \\d+:", Pattern.MULTILINE);

    private static final Pattern REPOSITORY =
            Pattern.compile("^Repository path: (/.*)$", Pattern.MULTILINE);

    /**
     * The options of a recording, including the time at which it ends without the sidecar.
     *
     * @param settings a name known to the JDK, or a file of the target
     */
    record Start(String name, String settings, boolean paths, long mostBytes, String file) {}

    /** Lists heapsight's recordings that end by themselves, by name. */
    List<String> running(CancelSignal cancel) throws ProblemException {
        return check(cancel).ours();
    }

    /** Lists the recordings of the target. */
    Running check(CancelSignal cancel) throws ProblemException {
        return check(ask(JcmdCommand.of("JFR.check"), cancel));
    }

    /** Parses the answer of {@code JFR.check}. */
    static Running check(String reply) {
        List<String> names = new ArrayList<>();
        Matcher found = OURS.matcher(reply);
        while (found.find()) {
            names.add(found.group(1));
        }
        int others = (int) ANY.matcher(reply).results().count() - names.size();
        boolean blackBox = names.remove(BLACK_BOX);
        return new Running(names, blackBox, others);
    }

    /**
     * The recordings of a target.
     *
     * @param ours names of recordings on demand
     * @param blackBox whether the black box is running
     * @param others number of recordings of other programs
     */
    record Running(List<String> ours, boolean blackBox, int others) {
        boolean isNone() {
            return ours.isEmpty() && !blackBox && others == 0;
        }
    }

    /** Finds the folder of the chunks, as seen by the target; it may not exist. */
    Optional<String> repository(CancelSignal cancel) throws ProblemException {
        return repository(ask(JcmdCommand.of("JFR.configure"), cancel));
    }

    /** Parses the answer of {@code JFR.configure}. */
    static Optional<String> repository(String reply) {
        return REPOSITORY.matcher(reply).results().map(found -> found.group(1).strip()).findFirst();
    }

    /** Sets the folder for chunks. The target creates a subfolder with its own name there. */
    void moveRepository(String folder, CancelSignal cancel) throws ProblemException {
        ask(new JcmdCommand("JFR.configure repositorypath=" + folder), cancel);
    }

    /** Starts the continuous recording. */
    void startBlackBox(Duration maxAge, long mostBytes, CancelSignal cancel)
            throws ProblemException {
        startBy(
                "JFR.start name=%s settings=default maxage=%ds maxsize=%dm"
                        .formatted(BLACK_BOX, maxAge.toSeconds(), mostBytes >> 20),
                cancel);
    }

    /**
     * Ends a chunk and starts the next one: JDKs before 14 write the constants of events only then.
     * Uses a dump that writes no file.
     */
    void endChunk(CancelSignal cancel) throws ProblemException {
        ask(
                new JcmdCommand("JFR.dump name=" + BLACK_BOX + " filename=/dev/null begin=-1s"),
                cancel);
    }

    /**
     * Starts a recording, which ends by itself after its time if it is not stopped.
     *
     * @throws ProblemException also if the target could not start it
     */
    void start(Start start, Duration longest, CancelSignal cancel) throws ProblemException {
        // The JVM's parser accepts no quotes around a value: names and paths have no blanks.
        String line =
                "JFR.start name=%s settings=%s duration=%ds maxsize=%dm filename=%s%s"
                        .formatted(
                                start.name(),
                                start.settings(),
                                longest.toSeconds(),
                                start.mostBytes() >> 20,
                                start.file(),
                                start.paths() ? " path-to-gc-roots=true" : "");
        startBy(line, cancel);
    }

    private void startBy(String line, CancelSignal cancel) throws ProblemException {
        String reply = ask(new JcmdCommand(line), cancel);
        if (!reply.contains("Started recording")) {
            throw new ProblemException(
                    Problem.Kind.REFUSED_BY_TARGET,
                    "The target could not start a recording",
                    "JFR.start of %s answered: %s".formatted(target.jvm().label(), words(reply)),
                    reply.contains("Could not parse")
                            ? "Record with the settings profile to check that it works without your document. JDKs accept only version 2.0 of such documents,"
                                    + " Oracle's JDK 8 takes 1.0."
                            : "See the answer of the target; it needs a writable folder for"
                                    + " temporary files (java.io.tmpdir).");
        }
    }

    /**
     * Stops a recording, which writes its file; an ended one has written it already.
     *
     * @throws ProblemException also if the target could not write the file
     */
    void stop(String name, CancelSignal cancel) throws ProblemException {
        String reply = ask(new JcmdCommand("JFR.stop name=" + name), cancel);
        if (stopped(reply) == Stopped.NOT) {
            throw new ProblemException(
                    Problem.Kind.REFUSED_BY_TARGET,
                    "The target could not end the recording",
                    "JFR.stop of %s answered: %s".formatted(target.jvm().label(), words(reply)),
                    "Check the free space of the target's folder for temporary files; the"
                            + " recording ends at its duration.");
        }
    }

    /** The outcome of stopping a recording. */
    enum Stopped {
        NOW,
        /** No recording with this name exists any more. */
        BEFORE,
        NOT
    }

    /** Parses the answer of {@code JFR.stop}. */
    static Stopped stopped(String reply) {
        if (reply.contains("Stopped recording")) {
            return Stopped.NOW;
        }
        boolean none = // JDK 8 and 11 print the second text if the target has no recordings
                reply.contains("Could not stop recording \"")
                        || reply.contains("No available recordings");
        return none ? Stopped.BEFORE : Stopped.NOT;
    }

    private String ask(JcmdCommand command, CancelSignal cancel) throws ProblemException {
        try {
            String reply = target.jcmd(command, timeout, cancel);
            if (reply.contains("Flight Recorder is disabled")) {
                throw new ProblemException(
                        FlightRecorderCheck.switchedOff(
                                target, "wherever the target's options are set"));
            }
            return reply;
        } catch (AttachException e) {
            if (e.failure() instanceof AttachFailure.RefusedByTarget(_, _, String text)
                    && text.contains("Unknown diagnostic command")) {
                throw new UnknownCommand(
                        FlightRecorderCheck.missing(target, "it has no command JFR.check"), e);
            }
            throw e;
        }
    }

    /**
     * Thrown if the target has no Flight Recorder, or has not loaded it yet: a starting JVM answers
     * commands before that.
     */
    static final class UnknownCommand extends ProblemException {
        private static final long serialVersionUID = 1;

        UnknownCommand(Problem problem, AttachException cause) {
            super(problem, cause);
        }
    }

    private static String words(String reply) {
        return reply.strip().replaceAll("\\s+", " ");
    }
}
