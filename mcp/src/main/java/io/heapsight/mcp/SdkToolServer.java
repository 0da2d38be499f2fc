/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.heapsight.cli.mcp.Tool;
import io.heapsight.cli.mcp.ToolAnswer;
import io.heapsight.cli.mcp.ToolDispatcher;
import io.heapsight.cli.mcp.ToolServer;
import io.heapsight.cli.sidecar.ProgramVersion;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves the tools over the Model Context Protocol, with the Java SDK. */
public final class SdkToolServer implements ToolServer {
    private static final String NO_DOCUMENT =
            """
            The answer is no document.
            What came is not JSON.
            Look whether the URL is that of a sidecar.
            """;

    private final McpJsonMapper json = new JacksonMcpJsonMapper(new ObjectMapper());

    @Override
    public void serve(ToolDispatcher toolbox, InputStream in, OutputStream out) throws IOException {
        LineTransport transport = new LineTransport(json, in, out);
        McpSyncServer server =
                McpServer.sync(transport)
                        .jsonMapper(json)
                        .serverInfo("heapsight", ProgramVersion.number())
                        .instructions(toolbox.instructions())
                        .capabilities(McpSchema.ServerCapabilities.builder().tools(false).build())
                        // The toolbox validates inputs itself, and its errors contain a remedy.
                        .validateToolInputs(false)
                        .jsonSchemaValidator((_, _) -> ValidationResponse.asValid(null))
                        .tools(
                                toolbox.tools().stream()
                                        .map(tool -> specified(toolbox, tool))
                                        .toList())
                        .build();
        transport.run();
        server.close();
    }

    private SyncToolSpecification specified(ToolDispatcher toolbox, Tool tool) {
        McpSchema.ToolAnnotations hints =
                McpSchema.ToolAnnotations.builder()
                        .title(tool.title())
                        .readOnlyHint(tool.readsOnly())
                        .destructiveHint(false)
                        .openWorldHint(false)
                        .build();
        McpSchema.Tool shown =
                McpSchema.Tool.builder(tool.name(), tool.schema().tree())
                        .title(tool.title())
                        .description(tool.description())
                        .annotations(hints)
                        .build();
        return new SyncToolSpecification(
                shown, (_, request) -> result(toolbox.call(tool, given(request.arguments()))));
    }

    private static Map<String, Object> given(@Nullable Map<String, Object> arguments) {
        return arguments == null ? Map.of() : arguments;
    }

    private McpSchema.CallToolResult result(ToolAnswer answer) {
        if (answer.kind() != ToolAnswer.Kind.JSON) {
            return text(answer.text(), answer.kind() == ToolAnswer.Kind.PROBLEM).build();
        }
        try {
            return text(answer.text(), false)
                    .structuredContent(json.readValue(answer.text(), Object.class))
                    .build();
        } catch (IOException _) {
            return text(NO_DOCUMENT, true).build();
        }
    }

    private static McpSchema.CallToolResult.Builder text(String text, boolean isError) {
        McpSchema.Content content = McpSchema.TextContent.builder(text).build();
        return McpSchema.CallToolResult.builder(List.of(content)).isError(isError);
    }
}
