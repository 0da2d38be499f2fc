/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.attach.AgentLoad;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Tells the profiler in a target what to do, by calling its agent. What it has to say goes into a
 * file, as it would go to the target's output otherwise.
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
     * Begins to sample; the target ends it by itself when nobody does.
     *
     * @param event as the profiler calls it
     * @throws ProblemException with its own words, when it does not
     */
    void start(ProfilerPlace place, String event, String option, Duration atMost)
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

    /** Ends it; the recording is whole then. It has no words left for anyone. */
    void stop() throws ProblemException {
        int code = call("stop,log=stdout,loglevel=none");
        if (code != 0) {
            throw ProfileProblem.refused(target, "end the profile", "code " + code);
        }
    }

    private void run(String what, String options, ProfilerPlace place) throws ProblemException {
        int code = call(options);
        if (code != 0) {
            throw ProfileProblem.refused(target, what, words(place));
        }
    }

    private int call(String options) throws ProblemException {
        String reply = target.jcmd(new AgentLoad(library, options), timeout, cancel);
        MatchResult last = RESULT.matcher(reply.strip()).results().findFirst().orElse(null);
        if (last == null || last.group(1).length() > 9) {
            throw ProfileProblem.refused(target, "load " + library, reply);
        }
        return Integer.parseInt(last.group(1));
    }

    private static String words(ProfilerPlace place) {
        try {
            byte[] text = place.log().files().read(place.log().file(), 0, MOST_LOG_BYTES);
            return new String(text, StandardCharsets.UTF_8).replace("[ERROR]", "").strip();
        } catch (IOException _) {
            return ""; // it has said nothing
        }
    }
}
