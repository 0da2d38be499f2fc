/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.profile;

import io.heapsight.profile.ProfileComparison;
import io.heapsight.profile.ProfileConverter;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.SampledProfile;
import io.heapsight.report.profile.ProfileDiffReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The differences between two profiles, by method.
 *
 * @param report the changes by method
 */
record ProfileDifference(
        String baseName,
        String candidateName,
        SampledProfile base,
        SampledProfile candidate,
        ProfileDiffReport report) {
    /** The end of a flame graph's page. */
    private static final String END = "</body></html>";

    /**
     * A profile to compare.
     *
     * @param collectedAt start of the last garbage collection before the end of the profile, if
     *     known
     */
    record Source(Path file, String name, Optional<Instant> collectedAt) {}

    /**
     * Reads and compares two profiles.
     *
     * @throws ProblemException if one can't be read, or their events differ
     */
    static ProfileDifference of(Source base, Source candidate) throws ProblemException {
        SampledProfile before =
                ProfileConverter.read(base.file(), Optional.empty(), base.collectedAt());
        ProfileEvent event = before.event();
        SampledProfile after =
                ProfileConverter.read(candidate.file(), Optional.empty(), candidate.collectedAt());
        if (event != after.event()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The profiles are of different events",
                    "%s has event %s, %s has event %s."
                            .formatted(
                                    base.name(),
                                    event.label(),
                                    candidate.name(),
                                    after.event().label()),
                    "Compare two profiles of the same event.");
        }
        return new ProfileDifference(
                base.name(),
                candidate.name(),
                before,
                after,
                new ProfileDiffReport(
                        ProfileDiffReport.Side.of(base.name(), before),
                        ProfileDiffReport.Side.of(candidate.name(), after),
                        ProfileComparison.between(before, after)));
    }

    /** Writes the differential flame graph, and the table below it. */
    void writePage(Writer out) throws IOException {
        ByteArrayOutputStream graph = new ByteArrayOutputStream();
        ProfileConverter.writeDifference(
                base,
                candidate,
                "%s against %s: red grew, blue shrank".formatted(candidateName, baseName),
                graph);
        String page = graph.toString(StandardCharsets.UTF_8);
        int end = page.lastIndexOf(END);
        String table = "<pre>" + escaped(report.text()) + "</pre>";
        out.write(end < 0 ? page + table : page.substring(0, end) + table + END);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
