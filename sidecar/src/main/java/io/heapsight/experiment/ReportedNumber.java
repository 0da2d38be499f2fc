/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A number that the target reports over HTTP or through a command, such as the records processed so
 * far.
 *
 * @param metric the series of a Prometheus page; without it, the answer is the number
 */
record ReportedNumber(Step step, Optional<String> metric) {
    /**
     * Queries the number; retries if there is no answer.
     *
     * @throws ProblemException if there is no answer, or no number in it
     */
    double now() throws ProblemException {
        String text = StepRunner.askAgain(step, StepRunner.MOST);
        return read(text).orElseThrow(() -> new ProblemException(unknown()));
    }

    /** Queries once; empty if there is no answer, or no number in it. */
    OptionalDouble peek() {
        try {
            return read(StepRunner.askGood(step, StepRunner.MOST));
        } catch (ProblemException _) {
            return OptionalDouble.empty();
        }
    }

    private OptionalDouble read(String text) {
        return metric.isPresent() ? sum(text, metric.get()) : number(text.strip());
    }

    /** Sums the series with a name; a name with labels is one series. */
    private static OptionalDouble sum(String page, String name) {
        double sum = 0;
        boolean found = false;
        for (String line : page.split("\n", -1)) {
            if (!line.startsWith(name)) {
                continue;
            }
            String rest = line.substring(name.length());
            String value = rest.substring(endOfLabels(rest));
            if (value.startsWith(" ") || value.startsWith("\t")) {
                OptionalDouble number = number(value.strip().split("\\s+", 2)[0]);
                if (number.isEmpty()) {
                    return number;
                }
                sum += number.getAsDouble();
                found = true;
            }
        }
        return found ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /** Returns the start of the value; a label's value may contain braces. */
    private static int endOfLabels(String rest) {
        boolean quoted = false;
        for (int i = 0; rest.startsWith("{") && i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '}') {
                return i + 1;
            }
        }
        return 0;
    }

    private static OptionalDouble number(String text) {
        try {
            double number = Double.parseDouble(text);
            return number >= 0 && number < Double.POSITIVE_INFINITY
                    ? OptionalDouble.of(number)
                    : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    private Problem unknown() {
        String what = metric.map(name -> "no number for " + name).orElse("no number");
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "A number for the experiment is missing",
                "%s: %s in its answer.".formatted(step, what),
                "Try the request manually; metric is the series as written on a Prometheus page.");
    }
}
