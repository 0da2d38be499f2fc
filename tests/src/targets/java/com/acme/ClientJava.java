/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import java.util.concurrent.locks.LockSupport;

/** Exposes its own metrics with Prometheus' Java library, on the port of its first argument. */
public final class ClientJava {
    private ClientJava() {}

    public static void main(String[] args) throws Exception {
        JvmMetrics.builder().register();
        HTTPServer.builder().hostname("127.0.0.1").port(Integer.parseInt(args[0])).buildAndStart();
        Ready.print();
        while (true) {
            LockSupport.park();
        }
    }
}
