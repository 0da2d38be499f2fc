/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.unit.Problem;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The visible JVMs, and the features that work on each. */
public record TargetsReport(List<Row> rows) implements Report {
    /** Says whether a feature works, or why not. */
    private record Works(Optional<String> obstacle, Optional<String> remedy) {}

    private static final Shape<Works> COUNTERS =
            Shape.<Works>of()
                    .field("ok", FLAG, works -> works.obstacle().isEmpty())
                    .optional("found", TEXT, Works::obstacle);

    private static final Shape<Works> ATTACH = COUNTERS.optional("remedy", TEXT, Works::remedy);

    private static final Shape<Row> FEATURES =
            Shape.<Row>of()
                    .field("counters", COUNTERS, TargetsReport::counters)
                    .field("histogram", ATTACH, TargetsReport::histogram);

    private static final Shape<Row> ROW =
            Shape.<Row>of()
                    .and(
                            Shape.<TargetJvm>of()
                                    .field("pid", COUNT, TargetJvm::pid)
                                    .field("nsPid", COUNT, TargetJvm::nsPid)
                                    .field("uid", COUNT, TargetJvm::uid)
                                    .field("gid", COUNT, TargetJvm::gid)
                                    .field("name", TEXT, TargetJvm::name)
                                    .nullable(
                                            "mainClass", TEXT, jvm -> jvm.mainClass().toOptional())
                                    .field("vm", TEXT, jvm -> jvm.vm().name())
                                    .nullable(
                                            "jdkVersion",
                                            TEXT,
                                            jvm -> jvm.jdkVersion().toOptional())
                                    .nullable("vendor", TEXT, jvm -> jvm.vendor().toOptional())
                                    .nullable(
                                            "collector", TEXT, jvm -> jvm.collector().toOptional())
                                    .field("flags", TEXTS, TargetsReport::flags),
                            Row::jvm)
                    .field("works", FEATURES, row -> row);

    public static final Shape<TargetsReport> SHAPE =
            Shape.<TargetsReport>of().field("targets", list(ROW), TargetsReport::rows);

    /**
     * One JVM.
     *
     * @param counters present if its counters can be read
     * @param attach the obstacle to jcmd, if any
     */
    public record Row(TargetJvm jvm, Reading<String> counters, Optional<Problem> attach) {
        private String works() {
            List<String> works = new ArrayList<>();
            if (counters instanceof Reading.Present) {
                works.add("counters");
            }
            if (attach.isEmpty()) {
                works.add("histogram");
            }
            return works.isEmpty() ? "nothing" : String.join(",", works);
        }
    }

    public TargetsReport {
        rows = List.copyOf(rows);
    }

    @Override
    public String text() {
        if (rows.isEmpty()) {
            return "No JVM is visible.\n";
        }
        TextTable table =
                new TextTable("PID", "NSPID", "UID", "JDK", "COLLECTOR", "WORKS", "MAIN CLASS");
        for (Row row : rows) {
            TargetJvm jvm = row.jvm();
            table.add(
                    Integer.toString(jvm.pid()),
                    Integer.toString(jvm.nsPid()),
                    Integer.toString(jvm.uid()),
                    jvm.jdkVersion().orDash(),
                    jvm.collector().orDash(),
                    row.works(),
                    jvm.mainClass().toOptional().orElse(jvm.name()));
        }
        StringBuilder out = new StringBuilder(table.text());
        for (Row row : rows) {
            explain(out, row);
        }
        return out.toString();
    }

    private static void explain(StringBuilder out, Row row) {
        if (row.counters() instanceof Reading.Missing<String>(String reason)) {
            TextWrapper.wrap(out, "", row.jvm().label() + ": no counters: " + reason);
        }
        row.attach()
                .ifPresent(
                        problem -> {
                            String because = ": no histogram: " + problem.detail();
                            TextWrapper.wrap(out, "", row.jvm().label() + because);
                            TextWrapper.wrap(out, "    ", problem.remedy());
                        });
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    /** Its options, without secrets. */
    private static List<String> flags(TargetJvm jvm) {
        return jvm.flags().all().stream().map(JvmFlag::shown).toList();
    }

    private static Works counters(Row row) {
        return new Works(
                row.counters() instanceof Reading.Missing<String>(String reason)
                        ? Optional.of(reason)
                        : Optional.empty(),
                Optional.empty());
    }

    private static Works histogram(Row row) {
        return new Works(row.attach().map(Problem::detail), row.attach().map(Problem::remedy));
    }
}
