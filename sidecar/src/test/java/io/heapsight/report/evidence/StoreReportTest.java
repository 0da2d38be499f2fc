/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.SentObject;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoredEvidence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text of the evidence in a store. */
class StoreReportTest {
    private static final StoredEvidence COMPLETE =
            new StoredEvidence(
                    "prod/shop/pod-1/Shop/20261121T221930120Z-7.heapdump",
                    EvidenceKind.HEAPDUMP,
                    "20261121T221930120Z-7",
                    "Shop",
                    "rule oom",
                    Optional.of(Instant.parse("2026-11-21T22:20:30.5Z")),
                    StoredEvidence.State.DIFFERENT,
                    List.of(
                            new ManifestObject(
                                    new SentObject(
                                            "a.hprof.gz",
                                            EvidenceFile.Form.REDACTED,
                                            1234,
                                            "2cf24d",
                                            true),
                                    OptionalLong.empty())));

    @Test
    void aRowSaysWhatLeftWhichPodWhen() {
        assertThat(new StoreReport(new StoreContents("s3://dumps", List.of(COMPLETE), true)).text())
                .isEqualTo(
                        """
                        ID                     KIND      POD              TARGET  STORED                BYTES  STATE
                        20261121T221930120Z-7  heapdump  prod/shop/pod-1  Shop    2026-11-21T22:20:30Z  1,234  different
                        More is in the store: raise --top, or name a folder below.
                        """);
    }

    @Test
    void anEmptyStoreIsSaid() {
        assertThat(new StoreReport(new StoreContents("s3://dumps", List.of(), false)).text())
                .isEqualTo("No evidence below s3://dumps.\n");
    }

    @Test
    void oneEvidenceShowsItsObjects() {
        assertThat(new StoredEvidenceReport("s3://dumps", COMPLETE).text())
                .contains("state: different")
                .contains("a.hprof.gz  redacted  1,234       missing  2cf24d");
    }
}
