/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.unit.EventLog;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.VertxBootstrap;
import java.util.List;
import java.util.Map;

/**
 * Creates Vert.x with minimal resources: one event loop, worker pools of one thread that never
 * starts, no DNS client, no file cache, unpooled buffers. Its warnings go to the sidecar's log.
 */
final class VertxSetup {
    /**
     * System properties that Vert.x and Netty read when their classes are loaded; the command line
     * takes precedence.
     */
    private static final Map<String, String> PROPERTIES =
            Map.of(
                    "vertx.logger-delegate-factory-class-name",
                    LibraryLog.class.getName(),
                    "vertx.disableDnsResolver",
                    "true",
                    "vertx.disableMetrics",
                    "true",
                    // Vert.x replaces Netty's unpooled allocator by an adaptive one of 0.7 MB.
                    "io.netty.allocator.type",
                    "pooled",
                    "io.netty.allocator.numHeapArenas",
                    "0",
                    "io.netty.allocator.numDirectArenas",
                    "0",
                    "io.netty.noPreferDirect",
                    "true",
                    "io.netty.recycler.maxCapacityPerThread",
                    "0",
                    "io.netty.jfr.enabled",
                    "false");

    private VertxSetup() {}

    /**
     * Sets the properties and the log. Call it before the first use of any Vert.x class, including
     * options.
     */
    static void prepareLibraries(EventLog log) {
        PROPERTIES.forEach(
                (name, value) -> {
                    if (System.getProperty(name) == null) {
                        System.setProperty(name, value);
                    }
                });
        LibraryLog.writeTo(log);
    }

    static Vertx start() {
        return VertxBootstrap.create()
                .options(
                        new VertxOptions()
                                .setEventLoopPoolSize(1)
                                .setWorkerPoolSize(1)
                                .setInternalBlockingPoolSize(1)
                                .setPreferNativeTransport(false)
                                .setDisableTCCL(true)
                                .setBlockedThreadCheckInterval(60_000)
                                .setFileSystemOptions(
                                        new FileSystemOptions()
                                                .setFileCachingEnabled(false)
                                                .setClassPathResolvingEnabled(false)))
                // Otherwise it opens every jar to look for extensions.
                .serviceProviders(List.of())
                .verticleFactories(List.of())
                .init()
                .vertx();
    }
}
