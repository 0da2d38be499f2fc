/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;

/** The argument that selects a target of a running sidecar. */
final class TargetArgument {
    @Parameters(
            arity = "0..1",
            paramLabel = "PID|NAME",
            description = "pid or name as seen by the sidecar; default: the only sampled JVM")
    private @Nullable String target;

    /** Returns the query parameter that selects the target; empty if none was given. */
    String query() {
        return target == null ? "" : "&target=" + SidecarApi.encoded(target);
    }
}
