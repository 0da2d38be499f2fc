/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trim;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The answer to {@code System.trim_native_heap}.
 *
 * <pre>
 * Trim native heap: RSS+Swap: 261M-&gt;103M (-158M)       OpenJDK
 * Trim native heap: (no details available).           without /proc
 * Done. RSS+Swap reduction: 261M-&gt;103M (-158M))        some releases
 * Attempting trim... Done. RSS before: 268032k, …     JDK 11
 * Not available.                                      without glibc
 * </pre>
 *
 * @param words the JVM's text on one line
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/os/linux/trimCHeapDCmd.cpp">trimCHeapDCmd.cpp</a>
 */
record TrimAnswer(String words) {
    private static final Pattern DONE = Pattern.compile("^Trim native heap:|\\bDone\\b");
    private static final int MOST_WORDS = 500;

    /**
     * Parses the answer.
     *
     * @throws ProblemException if the JVM did not trim its heap
     */
    static TrimAnswer parse(TargetJvm jvm, String answer) throws ProblemException {
        String line =
                answer.lines()
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .collect(Collectors.joining(" "));
        String words = VisibleText.of(line, MOST_WORDS);
        if (words.startsWith("Not available")) {
            throw new ProblemException(TrimProblem.withoutGlibc(jvm));
        }
        if (!DONE.matcher(words).find()) {
            throw new ProblemException(TrimProblem.unknownAnswer(jvm, words));
        }
        return new TrimAnswer(words);
    }
}
