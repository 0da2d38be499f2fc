/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.report.Report;
import io.heapsight.report.evidence.StoreReport;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.SentObject;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoredEvidence;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The contents of a store, with and without a manifest. */
final class SampleStores {
    private SampleStores() {}

    static List<Report> all() {
        SentObject dump = new SentObject("a.hprof.gz", EvidenceFile.Form.REDACTED, 1, "2cf2", true);
        StoredEvidence complete =
                new StoredEvidence(
                        "prod/shop/pod-1/Shop/" + SampleReports.ID + ".heapdump",
                        EvidenceKind.HEAPDUMP,
                        SampleReports.ID,
                        "Shop",
                        "rule oom",
                        Optional.of(SampleReports.NOON),
                        StoredEvidence.State.COMPLETE,
                        List.of(new ManifestObject(dump, OptionalLong.of(1))));
        StoredEvidence unfinished =
                new StoredEvidence(
                        complete.folder(),
                        EvidenceKind.HEAPDUMP,
                        SampleReports.ID,
                        "",
                        "",
                        Optional.empty(),
                        StoredEvidence.State.UNFINISHED,
                        List.of());
        return List.of(
                new StoreReport(
                        new StoreContents("s3://dumps", List.of(complete, unfinished), false)));
    }
}
