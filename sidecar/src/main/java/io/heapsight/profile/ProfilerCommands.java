/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.attach.AgentLoadCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Controls the profiler in a target by calling its agent. Its messages go to a file instead of the
 * target's output.
 *
 * @see <a
 *     href="https://github.com/async-profiler/async-profiler/blob/master/docs/ProfilerOptions.md">its
 *     options</a>
 */
record ProfilerCommands(
        TargetConnection target, String library, Duration timeout, CancelSignal cancel) {
    /** "return code: 0", or on JDK 8 the number alone. */
    private static final Pattern RESULT = Pattern.compile("(?:return code: |^)(-?\\d+)\\s*$");

    private static final int MOST_LOG_BYTES = 4096;

    /**
     * Starts sampling, which ends by itself if it is never stopped.
     *
     * @param event the profiler's name of the event
     * @throws ProblemException with the profiler's message on failure
     */
    void start(ProfilerPaths place, String event, String option, Duration atMost)
            throws ProblemException {
        run(
                "begin a profile",
                "start,event=%s,%s,jfr,file=%s,timeout=%d,log=%s"
                        .formatted(
                                event,
                                option,
                                place.output().pathInTarget(),
                                atMost.toSeconds(),
                                place.log().pathInTarget()),
                place);
    }

    /** Ends sampling and completes the recording. The profiler has no message then. */
    void stop() throws ProblemException {
        int code = call("stop,log=stdout,loglevel=none");
        if (code != 0) {
            throw ProfileProblem.refused(target, "end the profile", "code " + code);
        }
    }

    private void run(String what, String options, ProfilerPaths place) throws ProblemException {
        int code = call(options);
        if (code != 0) {
            throw ProfileProblem.refused(target, what, words(place));
        }
    }

    private int call(String options) throws ProblemException {
        String reply = target.jcmd(new AgentLoadCommand(library, options), timeout, cancel);
        MatchResult last = RESULT.matcher(reply.strip()).results().findFirst().orElse(null);
        if (last == null || last.group(1).length() > 9) {
            throw ProfileProblem.refused(target, "load " + library, reply);
        }
        return Integer.parseInt(last.group(1));
    }

    private static String words(ProfilerPaths place) {
        try {
            byte[] text = place.log().files().read(place.log().file(), 0, MOST_LOG_BYTES);
            return new String(text, StandardCharsets.UTF_8).replace("[ERROR]", "").strip();
        } catch (IOException _) {
            return ""; // no output
        }
    }
}
