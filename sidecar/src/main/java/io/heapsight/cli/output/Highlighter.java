/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours the important parts of text lines: severities, verdicts, failed checks, figures beyond
 * their limit, and table headings. Knows the words of reports, since a sidecar's answers arrive as
 * text. One instance highlights one document, line by line.
 */
final class Highlighter {
    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[1;31m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";

    /** Words in a line; each group of the pattern has one colour. */
    private record Rule(Pattern pattern, List<String> colors) {
        static Rule of(String pattern, String... colors) {
            return new Rule(Pattern.compile(pattern), List.of(colors));
        }
    }

    private static final List<Rule> RULES =
            List.of(
                    // findings of status, gc and gc diff: "1. high: ..."
                    Rule.of("^ *\\d+\\. (?:(high)|(medium)):", RED, YELLOW),
                    // findings of a heap dump: "     leak, high: 12 MiB, ..."
                    Rule.of("^ {5}[a-z -]+, (?:(high)|(medium)):", RED, YELLOW),
                    // leak suspects: "     high, retains 25.9 MiB"
                    Rule.of("^ {5}(?:(high)|(medium)), ", RED, YELLOW),
                    // rules of JDK Mission Control: "  Warning 83, Allocated Classes: ..."
                    Rule.of("^ {2}(Warning)(?= \\d+, |, )", RED),
                    // checks and features of doctor
                    Rule.of("^\\S.{19} {2}(?:(NO)|(ok))(?= |$)", RED, GREEN),
                    Rule.of("^[a-z][a-z ]{8} {2}(?:(NO)|(works))(?= |$)", RED, GREEN),
                    // rows of comparisons: the verdict has a column of its own
                    Rule.of(
                            "^ {1,2}\\S.* {2}(?:(worse)|(better)|(differs))(?= {2}|$)",
                            RED, GREEN, YELLOW),
                    // warnings of comparisons
                    Rule.of("^(!) ", YELLOW),
                    // memory near the limit: "its working set 97.3 % of it"
                    Rule.of(
                            "working set (?:(9[5-9]\\.\\d %|\\d{3,}\\.\\d %)|(9\\d\\.\\d %))",
                            RED, YELLOW));

    private static final String CAPITALS = "\\p{Upper}[\\p{Upper}\\d]*(?: [\\p{Upper}\\d]+)*";

    /** Two or more headings in capitals. */
    private static final Pattern HEADING =
            Pattern.compile(" *%1$s(?: {2,}%1$s)+ *".formatted(CAPITALS));

    private static final int LONGEST_HEADING = 500;

    private static final String WHY = "  WHY";

    /** The column of the symptoms of a pod; -1 outside such a table. */
    private int why = -1;

    /** Returns a line with colours, without its end. */
    String of(String line) {
        if (line.length() <= LONGEST_HEADING && HEADING.matcher(line).matches()) {
            why = line.endsWith(WHY) ? line.length() - WHY.strip().length() : -1;
            return BOLD + line + RESET;
        }
        if (why >= 0 && line.length() > why && line.startsWith("  ", why - 2)) {
            String symptoms = line.substring(why);
            return symptoms.equals("-") ? line : line.substring(0, why) + RED + symptoms + RESET;
        }
        for (Rule rule : RULES) {
            Matcher matcher = rule.pattern().matcher(line);
            if (matcher.find()) {
                return colored(line, matcher, rule.colors());
            }
        }
        return line;
    }

    private static String colored(String line, Matcher matcher, List<String> colors) {
        for (int group = 1; group <= matcher.groupCount(); group++) {
            if (matcher.start(group) >= 0) {
                return line.substring(0, matcher.start(group))
                        + colors.get(group - 1)
                        + matcher.group(group)
                        + RESET
                        + line.substring(matcher.end(group));
            }
        }
        return line;
    }
}
