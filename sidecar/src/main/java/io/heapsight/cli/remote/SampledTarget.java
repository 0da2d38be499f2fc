/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** Which of its targets a running sidecar is asked about. */
final class SampledTarget {
    @Parameters(
            arity = "0..1",
            paramLabel = "PID|NAME",
            description = "as the sidecar sees it; default: the only JVM that it samples")
    private @Nullable String target;

    /** The end of a query that names it; empty where nobody did. */
    String query() {
        return target == null ? "" : "&target=" + SidecarApi.encoded(target);
    }
}
