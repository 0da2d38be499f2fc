/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.profile;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.profile.FrameChange;
import io.heapsight.profile.SampledProfile;
import io.heapsight.report.Report;
import io.heapsight.report.SharedJsonShapes;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.stats.Estimate;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * Lists the methods whose shares differ between two profiles, with the significance of each
 * difference.
 *
 * @param changes significant ones first
 */
public record ProfileDiffReport(Side base, Side candidate, List<FrameChange> changes)
        implements Report {
    private static final int MOST_IN_TEXT = 40;
    private static final int MOST_IN_JSON = 200;

    /** One of the two profiles. */
    public record Side(String name, String event, String unit, long samples, long weight) {
        public static Side of(String name, SampledProfile profile) {
            return new Side(
                    name,
                    profile.event().label(),
                    profile.event().unit(),
                    profile.samples(),
                    profile.weight());
        }
    }

    private static final Shape<Side> SIDE =
            Shape.<Side>of()
                    .field("profile", TEXT, Side::name)
                    .field("event", TEXT, Side::event)
                    .field("unit", TEXT, Side::unit)
                    .field("samples", COUNT, Side::samples)
                    .field("weight", COUNT, Side::weight);

    private static final Shape<FrameChange> FRAME =
            Shape.<FrameChange>of()
                    .field("name", TEXT, FrameChange::frame)
                    .field("base", NUMBER, FrameChange::base)
                    .field("candidate", NUMBER, FrameChange::candidate)
                    .field("change", NUMBER, each -> each.change().value())
                    .field("interval", SharedJsonShapes.INTERVAL, each -> bounded(each.change()))
                    .field("p", NUMBER, FrameChange::p)
                    .field("verdict", TEXT, each -> each.verdict().label());

    public static final Shape<ProfileDiffReport> SHAPE =
            Shape.<ProfileDiffReport>of()
                    .field("base", SIDE, ProfileDiffReport::base)
                    .field("candidate", SIDE, ProfileDiffReport::candidate)
                    .field("changed", COUNT, it -> it.real())
                    .field(
                            "frames",
                            list(FRAME),
                            it -> it.changes.stream().limit(MOST_IN_JSON).toList());

    /** Limits a difference between two shares, and its interval, to -1 to 1. */
    private static Estimate bounded(Estimate change) {
        return change.map(end -> Math.clamp(end, -1, 1));
    }

    private long real() {
        return changes.stream().filter(FrameChange::isReal).count();
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(line("base", base)).append(line("candidate", candidate));
        out.append(conclusion()).append('\n');
        if (changes.isEmpty()) {
            return out.toString();
        }
        TextTable table =
                new TextTable("BASE", "CANDIDATE", "CHANGE", "95% INTERVAL", "VERDICT", "METHOD");
        for (FrameChange each : changes.stream().limit(MOST_IN_TEXT).toList()) {
            Estimate change = bounded(each.change());
            table.add(
                    NumberText.percent(each.base()),
                    NumberText.percent(each.candidate()),
                    points(change.value()),
                    points(change.low()) + " to " + points(change.high()),
                    each.verdict().label(),
                    each.frame());
        }
        return out.append(table.alignRight(List.of(0, 1, 2, 3)).text()).toString();
    }

    private String conclusion() {
        boolean judged =
                changes.stream()
                        .noneMatch(each -> each.verdict() == FrameChange.Verdict.NOT_JUDGED);
        if (!judged) {
            return "No verdict: collapsed stacks contain no times, which a verdict needs; compare the recordings (.jfr).";
        }
        return real() == 0
                ? "No method has changed by more than chance."
                : NumberText.plural(real(), "method")
                        + " changed by more than chance (5% error rate for all methods together).";
    }

    private static String line(String role, Side side) {
        return "%s %s: %s, %s samples\n"
                .formatted(role, side.name(), side.event(), NumberText.count(side.samples()));
    }

    /** Formats a difference in percentage points. */
    private static String points(double share) {
        return String.format(Locale.ROOT, "%+.1f", 100 * share);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
