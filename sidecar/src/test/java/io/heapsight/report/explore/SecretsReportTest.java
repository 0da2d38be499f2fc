/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.secret.SecretList;
import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsReportTest {
    /** Split, so that secret scanners do not report this file. */
    private static final List<String> TEXTS =
            List.of(
                    "AKIA" + "Q3EGRIRVSKZLU7XM",
                    "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx1yz\n-----END",
                    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiJzaG9wIn0." + "k3lq9dCw0hXcA7yPmU2fSg",
                    "Authorization: Bearer " + "mF9xB5f4x1JqM7aZ",
                    "jdbc:oracle:thin:scott/t1ger@//db:1521/XE",
                    "amqp://shop:hunter2@queue:5672/%2f",
                    "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
                    "xoxb-" + "2345678901-AbCdEfGhIjKl");

    @TempDir private Path directory;

    @Test
    void namesTheHoldersOfSecretsWithoutTheirValues() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass holder = dump.addClass("com.acme.Holder").reference("text");
        for (String text : TEXTS) {
            dump.root(RootKind.JNI_GLOBAL, dump.instance(holder, "text", dump.string(text)));
        }
        Path file = Files.write(directory.resolve("dump.hprof"), dump.bytes());

        SecretsReport report = new SecretsReport(secrets(file));

        assertThat(report.list().rows()).hasSizeGreaterThanOrEqualTo(7);
        assertThat(report.text()).contains("com.acme.Holder.text");
        assertThat(report.text() + report.json())
                .doesNotContain(TEXTS)
                .doesNotContain("hunter2", "t1ger", "MIIEowIBAAKCAQEAx1yz");
    }

    private SecretList secrets(Path file) throws Exception {
        AnalysisRequest request =
                new AnalysisRequest(
                        file,
                        ByteSize.parse("64m"),
                        10,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        false,
                        directory);
        try (HeapExplorer explorer =
                HeapExplorer.open(
                        request,
                        HeapExplorer.indexOf(file),
                        new HeapAnalyzer(),
                        _ -> {},
                        Progress.SILENT,
                        new CancelSignal())) {
            return explorer.secrets(100);
        }
    }
}
