/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.Feature;
import io.heapsight.json.Shape;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.report.section.WrappedTable;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The diagnosis of a target, check by check, with the lines to change. The text fits 80 columns.
 */
public record DoctorReport(Diagnosis diagnosis) implements Report {
    private static final Shape<TargetJvm> TARGET =
            Shape.<TargetJvm>of()
                    .field("pid", COUNT, TargetJvm::pid)
                    .field("name", TEXT, TargetJvm::name)
                    .field("uid", COUNT, TargetJvm::uid)
                    .field("gid", COUNT, TargetJvm::gid)
                    .nullable("jdkVersion", TEXT, jvm -> jvm.jdkVersion().toOptional());

    private static final Shape<CheckResult> CHECK =
            Shape.<CheckResult>of()
                    .field("id", TEXT, CheckResult::id)
                    .field("ok", FLAG, CheckResult::ok)
                    .field("found", TEXT, CheckResult::found)
                    .field("expected", TEXT, CheckResult::expected)
                    .field(
                            "enables",
                            list(choice(Feature.values(), Feature::label)),
                            CheckResult::enables)
                    .field("remedy", TEXT, CheckResult::remedy);

    /** The fields of the document. Without a target, the checks contain the reason. */
    public static final Shape<DoctorReport> SHAPE =
            Shape.<DoctorReport>of()
                    .nullable("target", TARGET, it -> it.diagnosis.target())
                    .field("checks", list(CHECK), it -> it.diagnosis.findings());

    private static final int[] CHECKS = {20, 2, 24, 14, 12};
    private static final int[] FEATURES = {9, 5, 62};
    private static final String INDENT = "    ";

    @Override
    public String text() {
        StringBuilder out = new StringBuilder(title()).append("\n\n");
        WrappedTable checks =
                new WrappedTable(CHECKS).add("CHECK", "OK", "FOUND", "EXPECTED", "ENABLES");
        for (CheckResult finding : diagnosis.findings()) {
            checks.add(
                    finding.id(),
                    finding.ok() ? "ok" : "NO",
                    finding.found(),
                    finding.ok() ? "" : finding.expected(),
                    labels(finding.enables(), " "));
        }
        out.append(checks.text()).append('\n');
        WrappedTable features = new WrappedTable(FEATURES);
        for (Feature feature : Feature.values()) {
            features.add(
                    feature.label(), diagnosis.works(feature) ? "works" : "NO", because(feature));
        }
        out.append(features.text());
        remedies().forEach((remedy, ids) -> explain(out, ids, remedy));
        return out.toString();
    }

    private String title() {
        return diagnosis
                .target()
                .map(
                        jvm ->
                                "%s, JDK %s, uid %d, gid %d"
                                        .formatted(
                                                jvm.label(),
                                                jvm.jdkVersion().orDash(),
                                                jvm.uid(),
                                                jvm.gid()))
                .orElse("No target");
    }

    private String because(Feature feature) {
        String asked = diagnosis.asked().by().get(feature);
        List<CheckResult> against = diagnosis.against(feature);
        if (against.isEmpty()) {
            return "";
        }
        return "because of "
                + against.stream().map(CheckResult::id).collect(Collectors.joining(", "))
                + (asked == null ? "" : "; enabled by " + asked);
    }

    /** Returns each remedy once, with all checks that it fixes. */
    private Map<String, List<String>> remedies() {
        return diagnosis.findings().stream()
                .filter(finding -> !finding.ok())
                .collect(
                        Collectors.groupingBy(
                                CheckResult::remedy,
                                LinkedHashMap::new,
                                Collectors.mapping(CheckResult::id, Collectors.toList())));
    }

    private static void explain(StringBuilder out, List<String> ids, String remedy) {
        out.append('\n').append(String.join(", ", ids)).append(":\n");
        TextWrapper.wrap(out, INDENT, remedy);
    }

    private static String labels(List<Feature> features, String separator) {
        return features.stream().map(Feature::label).collect(Collectors.joining(separator));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
