/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces API requests in messages with equivalent commands, for users of the command line. Keeps
 * requests without an equivalent command, which users can send with {@code curl}.
 */
public final class RequestsAsCommands {
    private static final String RUN = "/runs/([\\w.%-]+)";
    private static final String END = "(?![\\w/?])";

    /**
     * A request, and the equivalent command.
     *
     * @param command $1, $2 are groups of the request
     */
    private record Words(Pattern request, String command) {
        static Words of(String request, String command) {
            return new Words(Pattern.compile(request), command);
        }
    }

    private static final List<Words> ALL =
            List.of(
                    Words.of("GET /histogram\\?live=true", "heapsight histogram --live"),
                    Words.of(
                            "GET /(histogram|threads|targets|memory|advice|gc)" + END,
                            "heapsight $1"),
                    Words.of("(?<![\\w/])(?:GET )?/doctor" + END, "heapsight doctor"),
                    Words.of("GET /rules" + END, "heapsight rules list"),
                    Words.of("POST /(garbage|trim)" + END, "heapsight $1"),
                    Words.of(
                            "POST /gclog\\?seconds=(\\d+)" + END,
                            "heapsight gc log --duration $1s"),
                    Words.of("POST /heapdumps" + END, "heapsight dump"),
                    Words.of("POST /heapdumps\\?live=true" + END, "heapsight dump --live"),
                    Words.of("GET /runs" + END, "heapsight run list"),
                    Words.of(
                            "GET " + RUN + "\\?format=json", "heapsight run show $1 --format json"),
                    Words.of("GET " + RUN + END, "heapsight run show $1"),
                    Words.of("DELETE " + RUN + END, "heapsight run delete $1"),
                    Words.of("PUT " + RUN + "/import" + END, "heapsight run import $1 FILE"),
                    Words.of("PUT " + RUN + END, "heapsight run start $1"),
                    Words.of("PUT " + RUN + "\\?from=", "heapsight run start $1 --from "),
                    Words.of("(--from [^\\s&]+)&to=", "$1 --to "),
                    Words.of("POST " + RUN + "/stop" + END, "heapsight run stop $1"),
                    Words.of(
                            "POST " + RUN + "/marks\\?(\\w+)=(\\w+)",
                            "heapsight run mark $1 --$2 $3"),
                    Words.of("(?<![\\w/])\\?(top|jobs)=(\\d+)", "--$1 $2"),
                    Words.of(", \\?target=PID, or", " or"));

    private RequestsAsCommands() {}

    /** Replaces the requests in a text by commands. */
    public static String of(String text) {
        String told = text;
        for (Words each : ALL) {
            told = each.request().matcher(told).replaceAll(request -> command(each, request));
        }
        return told;
    }

    private static String command(Words words, MatchResult request) {
        String command = words.command();
        for (int i = 1; i <= request.groupCount(); i++) {
            command = command.replace("$" + i, request.group(i).replace("%23", "#"));
        }
        return Matcher.quoteReplacement(command);
    }
}
