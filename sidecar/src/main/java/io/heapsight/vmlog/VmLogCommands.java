/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.time.Duration;

/**
 * Lists, adds and removes log outputs of a target. A JVM answers "Command executed successfully",
 * nothing, or the errors of its parser, so only the list shows the result.
 *
 * @param timeout of one command
 */
record VmLogCommands(TargetConnection target, Duration timeout) {
    /** Collections, their phases and all safepoints. */
    static final String WHAT = "gc*=info,safepoint=info";

    private static final JcmdCommand LIST = new JcmdCommand("VM.log list");
    private static final int MOST_WORDS = 300;

    /** Lists the outputs. */
    LogOutputs list(CancelSignal cancel) throws ProblemException {
        String answer = send(LIST, cancel);
        return LogOutputs.parse(answer)
                .orElseThrow(
                        () ->
                                new ProblemException(
                                        VmLogProblem.unknownList(target.jvm(), words(answer))));
    }

    /**
     * Adds an output, and returns the outputs with it.
     *
     * @param file absolute, as seen by the target, in a folder that exists
     * @param fileBytes the JVM rotates a larger file, and keeps one rotated file
     * @throws ProblemException also if the JVM could not open the file
     */
    LogOutputs add(String file, long fileBytes, CancelSignal cancel) throws ProblemException {
        String answer =
                send(
                        new JcmdCommand(
                                ("VM.log output=%s what=%s decorators=uptime,time,level,tags"
                                                + " output_options=filecount=1,filesize=%dk")
                                        .formatted(file, WHAT, fileBytes >> 10)),
                        cancel);
        LogOutputs outputs = list(cancel);
        if (!outputs.has(file)) {
            throw new ProblemException(VmLogProblem.notStarted(target.jvm(), file, words(answer)));
        }
        return outputs;
    }

    /**
     * Removes the output of a file, and no other. Reads the list first, because the JVM would
     * create the file of a missing output.
     *
     * @return whether it was there
     */
    boolean remove(String file, CancelSignal cancel) throws ProblemException {
        if (!list(cancel).has(file)) {
            return false;
        }
        String answer =
                send(new JcmdCommand("VM.log output=%s what=all=off".formatted(file)), cancel);
        if (list(cancel).has(file)) {
            throw new ProblemException(VmLogProblem.notEnded(target.jvm(), file, words(answer)));
        }
        return true;
    }

    private String send(JcmdCommand command, CancelSignal cancel) throws ProblemException {
        try {
            return target.jcmd(command, timeout, cancel);
        } catch (AttachException e) {
            if (e.failure() instanceof AttachFailure.RefusedByTarget(_, _, String text)
                    && text.contains("Unknown diagnostic command")) {
                throw new ProblemException(VmLogProblem.missingCommand(target.jvm()), e);
            }
            throw e;
        }
    }

    private static String words(String answer) {
        String words = VisibleText.of(answer.strip().replaceAll("\\s+", " "), MOST_WORDS);
        return words.isEmpty() ? "nothing" : words;
    }
}
