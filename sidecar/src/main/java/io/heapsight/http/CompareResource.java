/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.EquivalenceMargin;
import io.heapsight.compare.IntendedDifference;
import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.PrimaryMetrics;
import io.heapsight.compare.StoredRunComparer;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code GET /compare}: compares two arms (groups) of stored runs. */
final class CompareResource {
    private static final Parameter<String> BASE = arm("base", "the arm or run to compare with");
    private static final Parameter<String> CANDIDATE = arm("candidate", "the arm or run to judge");
    private static final String SUBJECTS =
            Arrays.stream(IntendedDifference.values())
                    .map(IntendedDifference::label)
                    .collect(Collectors.joining("|"));
    private static final Parameter<String> SUBJECT =
            Parameter.text(
                    "subject",
                    "(" + SUBJECTS + ")(,(" + SUBJECTS + ")){0,2}",
                    "any of " + SUBJECTS.replace("|", ", ") + " separated by commas",
                    "intended differences, which don't make the arms incomparable");
    private static final Parameter<Integer> TOP =
            Parameter.integer(
                            "top", 1, 1000, "number of classes to show in the text and on the page")
                    .or(20);
    private static final Parameter<EquivalenceMargin> RELEVANT =
            parsed(
                    Parameter.text(
                            "relevant",
                            EquivalenceMargin.PATTERN,
                            EquivalenceMargin.EXPECTED,
                            "the smallest relevant change: a smaller change counts as equivalent"),
                    EquivalenceMargin::parse);
    private static final Parameter<List<MetricPattern>> ROWS = patterns("row", "rows to show");
    private static final Parameter<List<MetricPattern>> PRIMARY =
            patterns("primary", "primary rows, tested before all others");
    private final StoredRunComparer arms;

    CompareResource(StoredRunComparer arms) {
        this.arms = arms;
    }

    private static Parameter<String> arm(String name, String description) {
        return Parameter.text(
                        name,
                        RunName.PATTERN,
                        "the name of an arm, or of one run (# is %23)",
                        description + ": an arm, for all its runs, or the full name of one run")
                .asNeeded();
    }

    private static Parameter<List<MetricPattern>> patterns(String name, String description) {
        return parsed(
                Parameter.text(
                        name,
                        "%1$s(,%1$s){0,40}".formatted(MetricPattern.PATTERN),
                        "names of rows separated by commas, gc.* for several",
                        description),
                CompareResource::patterns);
    }

    private static <T> Parameter<T> parsed(Parameter<String> text, Function<String, T> parser) {
        return new Parameter<>(
                text.name(),
                text.description(),
                text.expected(),
                text.schema(),
                text.parser().andThen(parser),
                Optional.empty(),
                false);
    }

    private static List<MetricPattern> patterns(String text) {
        return Arrays.stream(text.split(",", -1)).map(MetricPattern::new).toList();
    }

    Route route() {
        return new Route(
                Method.GET,
                "/compare",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "compares two arms of runs metric by metric: is the difference real or"
                                + " noise?",
                        List.of(BASE, CANDIDATE, SUBJECT, RELEVANT, PRIMARY, ROWS, TOP),
                        AnswerDeclaration.textOr(ComparisonReport::schema).orPage().orTable()),
                this::compare);
    }

    private Reply compare(Exchange exchange) throws ProblemException {
        try {
            Comparison comparison =
                    arms.compare(
                            exchange.get(BASE),
                            exchange.get(CANDIDATE),
                            new Comparison.Terms(
                                    exchange.find(SUBJECT)
                                            .map(CompareResource::subjects)
                                            .orElse(EnumSet.noneOf(IntendedDifference.class)),
                                    exchange.find(RELEVANT).orElse(EquivalenceMargin.NONE),
                                    new PrimaryMetrics(exchange.find(PRIMARY).orElse(List.of()))));
            return reply(
                    new ComparisonReport(
                            exchange.find(ROWS).map(comparison::only).orElse(comparison),
                            exchange.get(TOP)),
                    exchange.format());
        } catch (IOException e) {
            throw new UncheckedIOException("the list of runs", e);
        }
    }

    private static Reply reply(ComparisonReport report, ReplyFormat format) throws IOException {
        return switch (format) {
            case HTML -> page(report);
            case MARKDOWN -> new Reply.Content(format.contentType(), report.markdown());
            case CSV -> new Reply.Content(format.contentType(), report.csv());
            case TEXT, JSON -> new Reply.Document(report);
        };
    }

    private static Reply page(ComparisonReport report) throws IOException {
        StringWriter page = new StringWriter();
        report.writeHtml(page);
        return new Reply.Content(ReplyFormat.HTML.contentType(), page.toString());
    }

    private static Set<IntendedDifference> subjects(String text) {
        return Arrays.stream(text.split(",", -1))
                .flatMap(label -> IntendedDifference.of(label).stream())
                .collect(Collectors.toSet());
    }
}
