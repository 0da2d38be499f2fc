/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.EventLog;
import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;
import io.vertx.core.spi.logging.LogDelegate;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LibraryLogTest {
    private final List<String> lines = new ArrayList<>();
    private final EventLog log =
            new EventLog(
                    lines::add,
                    EventLog.Format.TEXT,
                    InstantSource.fixed(Instant.parse("2026-11-29T03:00:00Z")));
    private final InternalLogger netty =
            LibraryLog.logger(InternalLogger.class, "io.netty.channel.Pipe", () -> log);
    private final LogDelegate vertx =
            LibraryLog.logger(LogDelegate.class, "io.vertx.core.Server", () -> log);

    @Test
    void warningsHaveTheirValues() {
        netty.warn("no value");
        netty.warn("one {}", 1);
        netty.warn("{} and {}", "two", "values");
        netty.error("{}, {}, {}", 1, 2, 3);
        netty.log(InternalLogLevel.WARN, "at a level: {}", 4);
        vertx.warn("a blocked thread");
        vertx.error("refused");

        assertThat(lines)
                .containsExactly(
                        "2026-11-29T03:00:00Z WARN io.netty.channel.Pipe: no value",
                        "2026-11-29T03:00:00Z WARN io.netty.channel.Pipe: one 1",
                        "2026-11-29T03:00:00Z WARN io.netty.channel.Pipe: two and values",
                        "2026-11-29T03:00:00Z WARN io.netty.channel.Pipe: 1, 2, 3",
                        "2026-11-29T03:00:00Z WARN io.netty.channel.Pipe: at a level: 4",
                        "2026-11-29T03:00:00Z WARN io.vertx.core.Server: a blocked thread",
                        "2026-11-29T03:00:00Z WARN io.vertx.core.Server: refused");
    }

    @Test
    void exceptionsHaveTheirStackTraces() {
        netty.warn("closed", new IOException("reset"));
        netty.warn("{} closed", "a channel", new IOException("again"));
        netty.warn(new IOException("alone"));
        vertx.error("refused", new IOException("denied"));

        assertThat(lines).hasSize(4).allMatch(each -> each.contains("LibraryLogTest.java:"));
        assertThat(lines.get(0)).contains("ERROR io.netty.channel.Pipe: closed", "reset");
        assertThat(lines.get(1)).contains("a channel closed", "again");
        assertThat(lines.get(2)).contains("java.io.IOException: alone");
        assertThat(lines.get(3)).contains("ERROR io.vertx.core.Server: refused", "denied");
    }

    @Test
    void onlyWarningsAndErrorsAreWritten() {
        netty.info("started");
        netty.debug("{}", 1);
        netty.trace("deep");
        netty.log(InternalLogLevel.DEBUG, "at a level");
        vertx.info("started");
        vertx.debug("deep", new IOException("ignored"));

        assertThat(lines).isEmpty();
        assertThat(netty.isWarnEnabled()).isTrue();
        assertThat(netty.isErrorEnabled()).isTrue();
        assertThat(netty.isEnabled(InternalLogLevel.ERROR)).isTrue();
        assertThat(netty.isEnabled(InternalLogLevel.INFO)).isFalse();
        assertThat(netty.isInfoEnabled()).isFalse();
        assertThat(vertx.isDebugEnabled()).isFalse();
        assertThat(netty.name()).isEqualTo("io.netty.channel.Pipe");
    }
}
