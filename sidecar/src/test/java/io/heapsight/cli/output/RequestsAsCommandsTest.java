/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of the command line name commands instead of requests. */
class RequestsAsCommandsTest {
    private static final Pattern REQUEST =
            Pattern.compile("(?:GET|POST|PUT|DELETE) (/[\\w/%]+)[\\w?=%]*");

    /** Operations without a command. */
    private static final Pattern WITHOUT_A_COMMAND =
            Pattern.compile(
                    "/(?:jobs|postmortems|experiments|healthz|histogram/diff|profiles|recordings"
                            + "|threads/kept|audit)\\b.*"
                            + "|/(heapdumps|gclog)(/.*)?");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run a full GC by GET /histogram?live=true. | run a full GC by heapsight histogram"
                        + " --live.",
                "GET /histogram works without counters | heapsight histogram works without"
                        + " counters",
                "GET /histogram/diff tells | GET /histogram/diff tells",
                "permission denied; /doctor names the line | permission denied; heapsight doctor"
                        + " names the line",
                "/proc/7/doctor is closed | /proc/7/doctor is closed",
                "or DELETE /runs/INFO%231. | or heapsight run delete INFO#1.",
                "Send what GET /runs/NAME?format=json gave | Send what heapsight run show NAME"
                        + " --format json gave",
                "POST /runs/NAME/marks?jobs=1, ?jobs=2, … | heapsight run mark NAME --jobs 1,"
                        + " --jobs 2, …",
                "Request less (?top=20) | Request less (--top 20)",
                "HEAPSIGHT_TARGET=PID, ?target=PID, or the command's PID | HEAPSIGHT_TARGET=PID or"
                        + " the command's PID",
                "POST /gclog?seconds=600 logs | heapsight gc log --duration 600s logs",
                "GET /gc, GET /gclog | heapsight gc, GET /gclog",
                "PUT /runs/A?from=2026-11-28T12:00:00Z&to=2026-11-28T12:05:00Z | heapsight run"
                        + " start A --from 2026-11-28T12:00:00Z --to 2026-11-28T12:05:00Z",
                "GET /jobs, DELETE /jobs/ID | GET /jobs, DELETE /jobs/ID"
            })
    void requestsAreToldAsCommands(String message, String told) {
        assertThat(RequestsAsCommands.of(message)).isEqualTo(told);
    }

    @Test
    void noMessageShowsTheRequestOfACommand() throws IOException {
        Set<String> requests = new TreeSet<>();
        try (Stream<Path> ours = Files.walk(Path.of("src/main/java"));
                Stream<Path> engine = Files.walk(Path.of("../heap-engine/src/main/java"))) {
            for (Path source :
                    Stream.concat(ours, engine)
                            .filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                for (String line : Files.readAllLines(source)) {
                    Matcher request = REQUEST.matcher(line);
                    while (line.contains("\"") && request.find()) {
                        requests.add(request.group());
                    }
                }
            }
        }
        assertThat(requests).hasSizeGreaterThan(20);
        assertThat(requests)
                .filteredOn(
                        request ->
                                !WITHOUT_A_COMMAND
                                        .matcher(request.substring(request.indexOf('/')))
                                        .matches())
                .map(RequestsAsCommands::of)
                .allMatch(told -> told.startsWith("heapsight "), "shown as a command");
    }
}
