/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Exchanges JSON-RPC messages, one per line, over a pair of streams. The SDK's own transport ends
 * at the first unreadable line, and drops pending answers when the input ends. This transport
 * answers such a line with an error and continues. At the end, it waits for pending answers.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {
    private static final int MOST_BYTES = 1 << 20;

    /**
     * Maximum number of messages in progress; the next one is read when one of them is answered.
     */
    private static final int AT_ONCE = 16;

    private static final String ERROR =
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":%d,\"message\":\"%s\"}}";
    private static final String NO_JSON = ERROR.formatted(-32_700, "The line is no JSON.");
    private static final String NO_MESSAGE =
            ERROR.formatted(-32_600, "The line is no message of JSON-RPC 2.0.");
    private static final String TOO_LONG =
            ERROR.formatted(-32_600, "The line is longer than " + MOST_BYTES + " bytes.");

    private static final McpSchema.JSONRPCResponse.JSONRPCError WRONG_PARAMETERS =
            new McpSchema.JSONRPCResponse.JSONRPCError(
                    McpSchema.ErrorCodes.INVALID_PARAMS,
                    "The parameters are not those of the method.");

    private static final McpSchema.JSONRPCResponse.JSONRPCError TOO_EARLY =
            new McpSchema.JSONRPCResponse.JSONRPCError(
                    McpSchema.ErrorCodes.INVALID_REQUEST,
                    "Send initialize and notifications/initialized first.");

    private final McpJsonMapper json;
    private final InputStream in;
    private final OutputStream out;
    private final Semaphore room = new Semaphore(AT_ONCE);
    private @Nullable McpServerSession session;
    private boolean initialized;

    LineTransport(McpJsonMapper json, InputStream in, OutputStream out) {
        this.json = json;
        this.in = new BufferedInputStream(in);
        this.out = out;
    }

    @Override
    public List<String> protocolVersions() {
        return List.of(
                ProtocolVersions.MCP_2024_11_05,
                ProtocolVersions.MCP_2025_03_26,
                ProtocolVersions.MCP_2025_06_18,
                ProtocolVersions.MCP_2025_11_25);
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory sessions) {
        session = sessions.create(this);
    }

    /** Reads until the input ends, and then waits for all pending answers. */
    void run() throws IOException {
        McpServerSession with = session;
        if (with == null) {
            throw new IllegalStateException("no server uses this transport");
        }
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c != '\n') {
                if (line.size() <= MOST_BYTES) {
                    line.write(c);
                }
            } else {
                take(with, line);
                line.reset();
            }
        }
        take(with, line);
        room.acquireUninterruptibly(AT_ONCE);
    }

    private void take(McpServerSession with, ByteArrayOutputStream line) throws IOException {
        String text = line.toString(StandardCharsets.UTF_8).strip();
        if (line.size() > MOST_BYTES) {
            write(TOO_LONG);
        } else if (!text.isEmpty()) {
            try {
                answer(with, text);
            } catch (IOException _) {
                write(NO_JSON);
            } catch (IllegalArgumentException _) {
                write(NO_MESSAGE);
            }
        }
    }

    /** The SDK fails on the literal null, and takes an array for invalid JSON. */
    private void answer(McpServerSession with, String text) throws IOException {
        if (text.startsWith("{")) {
            handle(with, McpSchema.deserializeJsonRpcMessage(json, text));
        } else {
            var _ = json.readValue(text, Object.class);
            write(NO_MESSAGE);
        }
    }

    /**
     * Answers early requests itself: the SDK would delay an answer until the client has initialized
     * the session.
     */
    private void handle(McpServerSession with, McpSchema.JSONRPCMessage message)
            throws IOException {
        switch (message) {
            case McpSchema.JSONRPCNotification it
                    when it.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED) -> {
                initialized = true;
                pass(with, message);
            }
            case McpSchema.JSONRPCNotification _ when !initialized -> {}
            case McpSchema.JSONRPCRequest it
                    when !initialized && !it.method().equals(McpSchema.METHOD_INITIALIZE) ->
                    write(json.writeValueAsString(early(it)));
            default -> pass(with, message);
        }
    }

    private static McpSchema.JSONRPCResponse early(McpSchema.JSONRPCRequest request) {
        return request.method().equals(McpSchema.METHOD_PING)
                ? McpSchema.JSONRPCResponse.result(request.id(), Map.of())
                : McpSchema.JSONRPCResponse.error(request.id(), TOO_EARLY);
    }

    private void pass(McpServerSession with, McpSchema.JSONRPCMessage message) {
        room.acquireUninterruptibly();
        var _ =
                with.handle(message)
                        .toFuture()
                        .whenComplete(
                                (_, failure) -> {
                                    room.release();
                                    if (failure != null) {
                                        System.err.println("heapsight: " + failure);
                                    }
                                });
    }

    private void write(String message) throws IOException {
        byte[] line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            out.write(line);
            out.flush();
        }
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(
                () -> {
                    try {
                        write(json.writeValueAsString(told(message)));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /**
     * Replaces an internal error of the SDK. Tools report failures in their answers, so only
     * unreadable parameters remain as its cause.
     */
    private static McpSchema.JSONRPCMessage told(McpSchema.JSONRPCMessage message) {
        return message instanceof McpSchema.JSONRPCResponse response
                        && response.error() != null
                        && response.error().code() == McpSchema.ErrorCodes.INTERNAL_ERROR
                ? McpSchema.JSONRPCResponse.error(response.id(), WRONG_PARAMETERS)
                : message;
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convertValue(data, type);
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        McpServerSession with = session;
        return with == null ? Mono.empty() : with.sendNotification(method, params);
    }

    @Override
    public Mono<Void> notifyClient(String sessionId, String method, Object params) {
        return notifyClients(method, params);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.empty();
    }

    @Override
    public void close() {}
}
