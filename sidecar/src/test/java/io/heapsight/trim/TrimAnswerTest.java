/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of several JVMs to {@code System.trim_native_heap}. */
class TrimAnswerTest {
    private static final TargetJvm SHOP = MadeJvm.named("Shop").jvm();

    /** JDK 17 to 27, and releases in between. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Trim native heap: RSS+Swap: 261M->103M (-158M)",
                "Trim native heap: RSS+Swap: 138M->50376K (-91808K)",
                "Trim native heap: RSS+Swap: 139M->52308K (-90804K)",
                "Trim native heap: RSS+Swap: 146M->55344K (-94884K)",
                "Trim native heap: RSS+Swap: 48844K->48844K (+0B)",
                "Trim native heap: (no details available).",
                "Done (no details available).",
                "Done. RSS+Swap reduction: 274M->108M (-166M))"
            })
    void answerIsShownAsItIs(String line) throws ProblemException {
        assertThat(TrimAnswer.parse(SHOP, line + "\n").words()).isEqualTo(line);
    }

    /** JDK 11. */
    @Test
    void severalLinesBecomeOne() throws ProblemException {
        String answer =
                """
                Attempting trim...
                Done.
                Virtual size before: 2524216k, after: 2524152k, (-64k)
                RSS before: 137320k, after: 49000k, (-88320k)
                Swap before: 0k, after: 0k, (0k)
                """;
        assertThat(TrimAnswer.parse(SHOP, answer).words())
                .startsWith("Attempting trim... Done. Virtual size before: ")
                .endsWith("Swap before: 0k, after: 0k, (0k)");
    }

    @Test
    void withoutGlibcItIsRefused() {
        Problem problem = problem("Not available.\n");

        assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
        assertThat(problem.detail()).contains("7 (Shop) does not run on glibc", "musl");
    }

    @Test
    void foreignAnswerIsShownWithoutItsEscapes() {
        assertThat(problem("\u001b[31mred\n").detail())
                .isEqualTo("System.trim_native_heap of 7 (Shop) answered: \\u001b[31mred");
        assertThat(problem("").detail()).endsWith("answered: nothing");
        assertThat(problem("x".repeat(10_000)).detail()).hasSizeLessThan(600);
    }

    private static Problem problem(String answer) {
        return catchThrowableOfType(ProblemException.class, () -> TrimAnswer.parse(SHOP, answer))
                .problem();
    }
}
