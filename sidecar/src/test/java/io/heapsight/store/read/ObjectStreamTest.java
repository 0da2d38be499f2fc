/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.read.RangeServer.Fault;
import io.heapsight.store.read.RangeServer.Request;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.UrlObjectReader;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams from a server that fails: all bytes in order, or a clear failure. */
@Timeout(60)
class ObjectStreamTest {
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(2, Duration.ofMillis(1), Duration.ofMillis(1));
    private static final ObjectDownload.Limits LIMITS =
            new ObjectDownload.Limits(3, 1 << 16, 3, Duration.ofMillis(1), Duration.ofMillis(300));

    private final byte[] object = new byte[(1 << 20) + 4321];

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(object);
    }

    private byte[] read(RangeServer server) throws IOException, ProblemException {
        try (UrlObjectReader source = new UrlObjectReader(server.uri(), Optional.empty(), QUICK);
                ObjectStream stream =
                        ObjectStream.open(
                                source,
                                "",
                                UrlObjectReader.shown(server.uri()),
                                LIMITS,
                                Progress.SILENT,
                                new CancelSignal())) {
            byte[] all = stream.readAllBytes();
            assertThat(stream.position()).isEqualTo(all.length);
            return all;
        }
    }

    private byte[] read(Function<Request, Optional<Fault>> script)
            throws IOException, ProblemException {
        try (RangeServer server = new RangeServer(object, script)) {
            return read(server);
        }
    }

    private Problem failure(Function<Request, Optional<Fault>> script) {
        return catchThrowableOfType(StoreFailure.class, () -> read(script)).told().problem();
    }

    @Test
    void allRangesInOrderAreTheObject() throws Exception {
        assertThat(read(_ -> Optional.empty())).isEqualTo(object);
    }

    @Test
    void aServiceWithoutRangesIsReadOverOneConnection() throws Exception {
        assertThat(read(_ -> Optional.of(Fault.status(200)))).isEqualTo(object);
    }

    @Test
    void brokenAndStalledConnectionsAreContinued() throws Exception {
        assertThat(
                        read(
                                request ->
                                        request.number() % 5 == 1
                                                ? Optional.of(Fault.cutAfter(1000))
                                                : request.number() % 7 == 2
                                                        ? Optional.of(Fault.stallAfter(1000))
                                                        : Optional.empty()))
                .isEqualTo(object);
    }

    @Test
    void aRefusedRangeAndANewVersionEndIt() {
        assertThat(
                        failure(
                                        request ->
                                                request.isFirst()
                                                        ? Optional.empty()
                                                        : Optional.of(Fault.status(403)))
                                .toString())
                .doesNotContain("s3cr3t")
                .contains("/dumps/shop.hprof");
        assertThat(
                        failure(
                                        request ->
                                                request.isFirst()
                                                        ? Optional.empty()
                                                        : Optional.of(Fault.otherVersion("\"v2\"")))
                                .title())
                .isEqualTo("The object changed while it was read");
    }
}
