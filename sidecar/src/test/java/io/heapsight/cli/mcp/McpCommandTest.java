/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.unit.ProblemException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** As in the image, this class path has no implementation of the protocol. */
class McpCommandTest {
    private static String misuse(String... arguments) {
        StringWriter err = new StringWriter();
        int code =
                new CommandLine(new McpCommand(new Console(System.out, System.err)))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        assertThat(code).isEqualTo(ExitCode.USAGE);
        return err.toString();
    }

    @Test
    void podsNeedNamesAndExcludeADump() {
        String pod = "--pod=shop-0=http://127.0.0.1:9404";
        assertThat(misuse(pod, "--file", "a.hprof")).contains("exclude each other");
        assertThat(misuse(pod, "--pod", "a/b=http://127.0.0.1:9404")).contains("not the name");
        assertThat(misuse("--pod", "http://127.0.0.1:9404")).contains("NAME=URL");
    }

    @Test
    void urlExcludesPodsAndADump() {
        String url = "--url=http://127.0.0.1:9404";
        assertThat(misuse(url, "--file", "a.hprof")).contains("exclude each other");
        assertThat(misuse(url, "--pod", "a=http://127.0.0.1:9405")).contains("exclude each other");
    }

    @Test
    void missingModuleIsNamedWithItsLocation() {
        McpCommand command = new McpCommand(new Console(System.out, System.err));
        ProblemException e = catchThrowableOfType(ProblemException.class, command::call);
        assertThat(e.problem().title()).isEqualTo("The MCP server is not available here");
        assertThat(e.problem().remedy()).contains("kubectl port-forward", "--file");
    }
}
