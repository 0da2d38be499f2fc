/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.cli.output.Console;
import io.heapsight.unit.ProblemException;
import org.junit.jupiter.api.Test;

/** As in the image, this class path has no implementation of the protocol. */
class McpCommandTest {
    @Test
    void missingModuleIsNamedWithItsLocation() {
        McpCommand command = new McpCommand(new Console(System.out, System.err));
        ProblemException e = catchThrowableOfType(ProblemException.class, command::call);
        assertThat(e.problem().title()).isEqualTo("The MCP server is not available here");
        assertThat(e.problem().remedy()).contains("kubectl port-forward", "--file");
    }
}
