/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.Optional;

/** Lists findings about a heap by rank, each with a remedy. */
final class FindingsSection {
    static final String TITLE = "What is wrong";

    private FindingsSection() {}

    /** Creates the section; empty if reachability was not computed. */
    static Optional<Section> of(HeapSummary summary) {
        return summary.totals().split().map(_ -> of(summary.findings()));
    }

    private static Section of(List<Finding> findings) {
        return new Section.Outline(
                TITLE,
                findings.isEmpty()
                        ? "No findings."
                        : "Most important first; shares are of the reachable bytes.",
                findings.stream().map(FindingsSection::item).toList());
    }

    private static Section.Item item(Finding finding) {
        return new Section.Item(
                finding.text(),
                List.of(
                        "%s, %s: %s, %s"
                                .formatted(
                                        finding.kind().words(),
                                        finding.severity().words(),
                                        new ByteSize(finding.bytes()),
                                        NumberText.percent(finding.share())),
                        finding.remedy()));
    }
}
