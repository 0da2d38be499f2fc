/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.config.SidecarConfig;
import io.heapsight.http.access.AccessRule;
import io.heapsight.http.access.InvalidTokenLimit;
import io.heapsight.http.access.TokenFile;
import io.heapsight.http.limit.ConnectionLimit;
import io.heapsight.http.request.RequestCheck;
import io.heapsight.http.request.RequestReader;
import io.heapsight.http.route.Route;
import io.heapsight.http.route.RouteTable;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The HTTP server, which listens until it is closed. */
public final class ApiServer implements AutoCloseable {
    private static final int MAX_WAIT_SECONDS = 30;
    private static final int MAX_LINE_BYTES = 4096;
    private static final int MAX_HEADER_BYTES = 8192;
    private static final long SWEEP_MILLIS = 5_000;

    private final Vertx vertx;
    private final HttpServer server;
    private final CountDownLatch idle;

    private ApiServer(Vertx vertx, HttpServer server, CountDownLatch idle) {
        this.vertx = vertx;
        this.server = server;
        this.idle = idle;
    }

    /**
     * Starts the server.
     *
     * @throws ProblemException if the token or the certificate is invalid, or the port is in use
     */
    public static ApiServer start(SidecarConfig config, ApiServices api, EventLog log)
            throws ProblemException {
        return start(config.http(), api.routes(config.settings()), api.callers(), log);
    }

    /**
     * Starts a server for these routes.
     *
     * @throws ProblemException if the token or the certificate is invalid, or the port is in use
     */
    static ApiServer start(
            SidecarConfig.Http config, List<Route> routes, HttpCounters callers, EventLog log)
            throws ProblemException {
        Optional<TokenFile> token = Optional.empty();
        if (config.tokenFile().isPresent()) {
            token = Optional.of(TokenFile.open(config.tokenFile().get()));
        }
        VertxSetup.prepareLibraries(log);
        HttpServerOptions options = options(config);
        Vertx vertx = VertxSetup.start();
        ConnectionLimit connections = new ConnectionLimit(System::nanoTime, callers, log);
        InvalidTokenLimit wrongTokens = new InvalidTokenLimit(System::nanoTime, callers, log);
        Dispatcher dispatcher =
                new Dispatcher(
                        new RequestReader(new RouteTable(routes)),
                        new RequestCheck(new AccessRule(token, wrongTokens)),
                        connections,
                        log);
        HttpServer server =
                vertx.createHttpServer(options)
                        .connectionHandler(connections::opened)
                        .invalidRequestHandler(dispatcher::refuseMalformed)
                        .requestHandler(dispatcher::dispatch)
                        .exceptionHandler(_ -> {}); // a lost connection is not an error
        try {
            await(server.listen());
        } catch (ExecutionException | TimeoutException e) {
            vertx.close();
            throw new ProblemException(cannotListen(config, e), e);
        }
        CountDownLatch idle = new CountDownLatch(1);
        vertx.setPeriodic(
                SWEEP_MILLIS,
                _ -> {
                    connections.sweep();
                    wrongTokens.tell();
                    config.exitWhenIdle()
                            .filter(most -> connections.quiet().compareTo(most) >= 0)
                            .ifPresent(_ -> idle.countDown());
                });
        return new ApiServer(vertx, server, idle);
    }

    /** The port: the configured port, or the free port chosen for 0. */
    public int port() {
        return server.actualPort();
    }

    /** Counted down after the configured idle time without connections. */
    public CountDownLatch idle() {
        return idle;
    }

    /** Stops listening, closes all connections, and ends the event loop. */
    @Override
    public void close() {
        try {
            await(vertx.close());
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the HTTP server does not stop", e);
        }
    }

    private static HttpServerOptions options(SidecarConfig.Http config) throws ProblemException {
        HttpServerOptions options =
                new HttpServerOptions()
                        .setHost(config.bind().getHostAddress())
                        .setPort(config.port())
                        .setHttp2ClearTextEnabled(false)
                        .setUseAlpn(false)
                        .setPerFrameWebSocketCompressionSupported(false) // one handler fewer
                        .setPerMessageWebSocketCompressionSupported(false)
                        .setMaxInitialLineLength(MAX_LINE_BYTES)
                        .setMaxHeaderSize(MAX_HEADER_BYTES);
        if (config.tls().isPresent()) {
            SidecarConfig.TlsFiles files = config.tls().get();
            try {
                options.setSsl(true)
                        .setKeyCertOptions(
                                new PemKeyCertOptions()
                                        .setCertValue(
                                                Buffer.buffer(
                                                        Files.readAllBytes(files.certificate())))
                                        .setKeyValue(
                                                Buffer.buffer(Files.readAllBytes(files.key()))));
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.Kind.BAD_REQUEST,
                        "The TLS files can't be read",
                        IoReason.of(e),
                        "Make HEAPSIGHT_TLS_CERT and HEAPSIGHT_TLS_KEY readable for the"
                                + " sidecar's user.",
                        e);
            }
        }
        return options;
    }

    private static Problem cannotListen(SidecarConfig.Http config, Exception cause) {
        Throwable reason = cause.getCause() == null ? cause : cause.getCause();
        String where = config.bind().getHostAddress() + ":" + config.port();
        String remedy =
                "Set HEAPSIGHT_PORT to a free port (0 picks one) and HEAPSIGHT_BIND to an address"
                        + " of"
                        + " this host"
                        + (config.tls().isPresent()
                                ? "; check that HEAPSIGHT_TLS_CERT and HEAPSIGHT_TLS_KEY are PEM and"
                                        + " belong together."
                                : ".");
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The HTTP server can't listen",
                where + ": " + IoReason.why(reason),
                remedy);
    }

    private static <T> void await(Future<T> future) throws ExecutionException, TimeoutException {
        try {
            future.toCompletionStage()
                    .toCompletableFuture()
                    .get(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
