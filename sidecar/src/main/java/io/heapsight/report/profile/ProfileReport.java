/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.profile;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.profile.CallSite;
import io.heapsight.profile.FrameWeight;
import io.heapsight.profile.PackageShare;
import io.heapsight.profile.ProfileTop;
import io.heapsight.report.Report;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/**
 * Reports one profile: totals and top methods.
 *
 * @param name id or file of the profile
 * @param inPackage the share of a package, if requested
 */
public record ProfileReport(String name, ProfileTop top, Optional<PackageShare> inPackage)
        implements Report {
    private static final int MOST_IN_TEXT = 30;
    private static final int MOST_SITES_IN_TEXT = 15;

    private static final Shape<PackageShare> PACKAGE =
            Shape.<PackageShare>of()
                    .field("name", TEXT, PackageShare::name)
                    .field("weight", COUNT, PackageShare::weight)
                    .field("share", NUMBER, PackageShare::share);

    /** A method, with the total weight to compute its shares. */
    private record Row(FrameWeight frame, long all) {}

    private static final Shape<Row> FRAME =
            Shape.<Row>of()
                    .field("name", TEXT, row -> row.frame().frame())
                    .field("self", COUNT, row -> row.frame().self())
                    .field("total", COUNT, row -> row.frame().total())
                    .field("selfShare", NUMBER, row -> share(row.frame().self(), row.all()))
                    .field("totalShare", NUMBER, row -> share(row.frame().total(), row.all()));

    /** A call site, with the total weight to compute its share. */
    private record SiteRow(CallSite site, long all) {}

    private static final Shape<SiteRow> SITE =
            Shape.<SiteRow>of()
                    .field("method", TEXT, row -> row.site().method())
                    .field("via", TEXT, row -> row.site().via())
                    .field("bytes", BYTES, row -> row.site().bytes())
                    .field("samples", COUNT, row -> row.site().samples())
                    .field("share", NUMBER, row -> share(row.site().bytes(), row.all()));

    public static final Shape<ProfileReport> SHAPE =
            Shape.<ProfileReport>of()
                    .field("profile", TEXT, ProfileReport::name)
                    .field("event", TEXT, it -> it.top.event().label())
                    .field("engine", TEXT, it -> it.top.engine())
                    .field("unit", TEXT, it -> it.top.event().unit())
                    .field("samples", COUNT, it -> it.top.samples())
                    .field("weight", COUNT, it -> it.top.weight())
                    .field("lost", COUNT, it -> it.top.lost())
                    .field("notes", list(TEXT), ProfileReport::notes)
                    .nullable("package", PACKAGE, ProfileReport::inPackage)
                    .field("frames", list(FRAME), ProfileReport::rows)
                    .optional("callSites", list(SITE), ProfileReport::sites);

    private List<Row> rows() {
        return top.frames().stream().map(each -> new Row(each, top.weight())).toList();
    }

    private Optional<List<SiteRow>> sites() {
        return top.event().isMemory()
                ? Optional.of(
                        top.sites().stream().map(each -> new SiteRow(each, top.weight())).toList())
                : Optional.empty();
    }

    private List<String> notes() {
        return switch (top.engine()) {
            case "jdk.CPUTimeSample" ->
                    List.of(
                            "Sampled by Flight Recorder: without threads of the JVM itself (GC,"
                                    + " compilers).");
            case "jdk.ExecutionSample" ->
                    List.of(
                            "Sampled by Flight Recorder: some of the threads that run Java code,"
                                    + " each 10 ms; no native code. JDK 25 and later sample CPU"
                                    + " time.",
                            "Much compiled code may be missing: start the target with"
                                    + " -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints, or"
                                    + " set HEAPSIGHT_PROFILER=true.");
            default -> List.of();
        };
    }

    private static double share(long part, long whole) {
        return whole > 0 ? (double) part / whole : 0;
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s: %s%s, %s samples%s, %s %s\n"
                        .formatted(
                                name,
                                top.event().label(),
                                top.engine().isEmpty() ? "" : " by " + top.engine(),
                                NumberText.count(top.samples()),
                                top.lost() > 0
                                        ? " (%s lost)".formatted(NumberText.count(top.lost()))
                                        : "",
                                NumberText.count(top.weight()),
                                top.event().unit()));
        notes().forEach(note -> out.append(note).append('\n'));
        inPackage.ifPresent(
                part ->
                        out.append(
                                "in package %s: %s of it\n"
                                        .formatted(part.name(), NumberText.percent(part.share()))));
        if (top.frames().isEmpty()) {
            return out.append("No samples: ").append(nothing()).append(".\n").toString();
        }
        if (top.event().isMemory()) {
            out.append(siteTable()).append('\n');
        }
        TextTable table = new TextTable("SELF", "TOTAL", "METHOD");
        rows().stream()
                .limit(MOST_IN_TEXT)
                .forEach(
                        row ->
                                table.add(
                                        NumberText.percent(share(row.frame().self(), row.all())),
                                        NumberText.percent(share(row.frame().total(), row.all())),
                                        row.frame().frame()));
        return out.append(table.alignRight(List.of(0, 1)).text()).toString();
    }

    private String nothing() {
        return switch (top.event()) {
            case LIVE ->
                    "no object allocated during the profile is known to live; a profile must last"
                            + " longer than the time between two collections";
            case NATIVEMEM -> "the program freed what it allocated during the profile";
            case CPU, ALLOC, LOCK, WALL -> "the program did none of this during the profile";
        };
    }

    private String siteTable() {
        TextTable table = new TextTable("BYTES", "SHARE", "ALLOCATED BY", "VIA");
        for (CallSite each : top.sites().stream().limit(MOST_SITES_IN_TEXT).toList()) {
            table.add(
                    NumberText.bytes(each.bytes()),
                    NumberText.percent(share(each.bytes(), top.weight())),
                    each.method(),
                    each.via());
        }
        return table.alignRight(List.of(0, 1)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
