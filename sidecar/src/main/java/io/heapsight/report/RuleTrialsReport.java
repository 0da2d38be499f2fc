/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.json.Shape;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.trigger.RuleTrial;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/** The result of replaying rules on the stored samples of a target. */
public record RuleTrialsReport(TargetJvm jvm, RuleTrial.All all) implements Report {
    private static final Shape<RuleTrial.Firing> FIRING =
            Shape.<RuleTrial.Firing>of()
                    .field("at", TIME, RuleTrial.Firing::at)
                    .nullable("shown", TEXT, it -> words(it.shown()))
                    .field("allowed", FLAG, RuleTrial.Firing::allowed);

    private static final Shape<RuleTrial> TRIAL =
            Shape.<RuleTrial>of()
                    .field("name", TEXT, it -> it.rule().name())
                    .field("condition", TEXT, it -> it.rule().condition().toString())
                    .field("firings", list(FIRING), RuleTrial::firings)
                    .nullable("whyNot", TEXT, it -> words(it.whyNot()));

    public static final Shape<RuleTrialsReport> SHAPE =
            Shape.<RuleTrialsReport>of()
                    .field("target", TARGET, it -> Target.of(it.jvm))
                    .field("from", TIME, it -> it.all.from())
                    .field("to", TIME, it -> it.all.to())
                    .field("samples", COUNT, it -> it.all.samples())
                    .field("rules", list(TRIAL), it -> it.all.trials());

    private static Optional<String> words(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(
                out,
                "",
                "%s: %d samples, %s to %s; no action was run."
                        .formatted(jvm.label(), all.samples(), all.from(), all.to()));
        for (RuleTrial trial : all.trials()) {
            TextWrapper.wrap(out, "", trial.rule().name() + ": " + trial.rule().condition());
            for (RuleTrial.Firing firing : trial.firings()) {
                TextWrapper.wrap(
                        out,
                        "  ",
                        "%s at %s%s"
                                .formatted(
                                        firing.allowed() ? "would have fired" : "held back",
                                        firing.at(),
                                        words(firing.shown()).map(it -> ", " + it).orElse("")));
            }
            words(trial.whyNot())
                    .ifPresent(why -> TextWrapper.wrap(out, "  ", "would not have fired: " + why));
        }
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
