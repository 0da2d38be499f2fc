/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.summary.Finding;
import io.heapsight.unit.ByteSize;
import java.util.List;

/** What is wrong with a heap, ranked, each with what to do. */
final class FindingsSection {
    static final String TITLE = "What is wrong";

    private FindingsSection() {}

    static Section of(List<Finding> findings) {
        return new Section.Outline(
                TITLE,
                findings.isEmpty()
                        ? "Nothing that would be worth a line."
                        : "The most pressing first; shares are of the reachable bytes.",
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
                                        Figures.percent(finding.share())),
                        finding.remedy()));
    }
}
