/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.dump.mat.MatReports;
import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The keys of heap dumps: folder, quota, analysis. */
final class HeapDumpKeys {
    static final ConfigKey<Optional<String>> DIR =
            new ConfigKey<>(
                    "HEAPSIGHT_DUMP_DIR",
                    "",
                    ValueType.absolutePathOfTarget(),
                    "a folder in the target's file system, for heap dumps of a target that can't"
                            + " write into the sidecar's; empty: /tmp, /var/tmp or the working"
                            + " directory of the target, the first with enough free space");

    static final ConfigKey<Duration> TIMEOUT =
            new ConfigKey<>(
                    "HEAPSIGHT_DUMP_TIMEOUT",
                    "10m",
                    ValueType.duration("10s", "1d"),
                    "timeout for a target to write a heap dump");

    static final ConfigKey<StorageQuota> QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_DUMP_QUOTA",
                    "count=5,bytes=10g",
                    ValueType.quota(),
                    "the maximum number and total size of stored heap dumps: the oldest are"
                            + " deleted before a new dump, except dumps that are being read");

    static final ConfigKey<AnalysisPlace> ANALYSIS =
            new ConfigKey<>(
                    "HEAPSIGHT_ANALYSIS",
                    AnalysisPlace.CHILD.label(),
                    ValueType.choice("child or job", AnalysisPlace.values()),
                    "where heap dumps are analysed; job: in Jobs of Kubernetes, which read"
                            + " HEAPSIGHT_STORE");

    static final ConfigKey<Optional<ByteSize>> ANALYSIS_MEMORY =
            new ConfigKey<>(
                    "HEAPSIGHT_ANALYSIS_MEMORY",
                    "",
                    ValueType.sizeOrNothing("8m"),
                    "memory for the tables of a heap dump analysis; empty: the memory that the"
                            + " limit of the sidecar's container leaves");

    static final ConfigKey<Boolean> REVEAL_STRINGS =
            new ConfigKey<>(
                    "HEAPSIGHT_REVEAL_STRINGS",
                    "false",
                    ValueType.bool(),
                    "whether heap dump summaries show the contents of duplicate strings, which"
                            + " may be secrets");

    static final ConfigKey<Optional<Path>> UPLOAD_CA =
            new ConfigKey<>(
                    "HEAPSIGHT_UPLOAD_CA",
                    "",
                    ValueType.readableFile("a readable PEM file, or empty"),
                    "the certificate authorities that uploads trust; empty: those of the image's"
                            + " Java runtime");

    static final ConfigKey<Optional<Path>> MAT =
            new ConfigKey<>(
                    "HEAPSIGHT_MAT",
                    "",
                    ValueType.folderOf(MatReports.SCRIPT),
                    "the folder of an Eclipse MAT installation, for POST /heapdumps/ID/mat-report");

    private HeapDumpKeys() {}
}
