/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers in the format of the endpoint's documentation. */
class EcsTaskLimitsTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final String TASK =
            """
            {"Cluster":"shop","TaskARN":"arn:aws:ecs:eu-west-1:1:task/shop/158d1c8083dd",
             "Limits":{"CPU":0.5,"Memory":1024},
             "Containers":[
              {"DockerId":"158d1c8083dd-2495160603","Name":"app","Labels":{"a":{"Limits":{"Memory":1}}},
               "Limits":{"CPU":10,"Memory":512},"Networks":[{"NetworkMode":"awsvpc"}]},
              {"DockerId":"158d1c8083dd-1699231045","Name":"heapsight","Limits":{"CPU":2}},
              {"DockerId":"","Limits":{"Memory":2}}]}
            """;
    private static final List<String> APP =
            List.of("1:name=systemd:/ecs/158d1c8083dd/158d1c8083dd-2495160603");

    private @Nullable HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void tightestOfTaskAndContainerCounts() throws IOException {
        EcsTaskLimits limits = parse(TASK);
        assertThat(limits.cpus()).hasValue(0.5);
        assertThat(limits.memoryBytes(APP)).hasValue(512 * MEBIBYTE);
        assertThat(limits.memoryBytes(List.of("0::/"))).hasValue(1024 * MEBIBYTE);
        assertThat(limits.memoryBytesByContainer()).hasSize(1);
    }

    @Test
    void taskWithoutLimitsHasNone() throws IOException {
        EcsTaskLimits limits = parse("{\"Containers\":[{\"DockerId\":\"x\"}]}");
        assertThat(limits).isEqualTo(EcsTaskLimits.NONE);
        assertThat(limits.memoryBytes(APP)).isEmpty();
    }

    @Test
    void nonObjectIsRefused() {
        assertThatThrownBy(() -> parse("[]")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> parse("{\"Limits\":")).isInstanceOf(IOException.class);
    }

    @Test
    void taskIsReadFromTheEndpoint() throws IOException {
        String endpoint = serve(200, TASK);
        assertThat(
                        EcsTaskMetadata.read(endpoint)
                                .map(limits -> limits.memoryBytes(APP))
                                .toOptional())
                .hasValueSatisfying(bytes -> assertThat(bytes).hasValue(512 * MEBIBYTE));
    }

    @Test
    void tighterPodLimitCounts() {
        EcsTaskLimits pod = EcsTaskLimits.NONE.within(Optional.of(ByteSize.parse("367001600")));

        assertThat(pod.memoryBytes(APP)).hasValue(350 * MEBIBYTE);
        assertThat(EcsTaskLimits.NONE.within(Optional.empty()).memoryBytes(APP)).isEmpty();
    }

    @Test
    void failingEndpointIsAMissingReading() throws IOException {
        String endpoint = serve(404, "no");
        assertThat(EcsTaskMetadata.read(endpoint))
                .isEqualTo(Reading.missing(endpoint + "/task: status 404"));
        assertThat(EcsTaskMetadata.read("not a URL").toOptional()).isEmpty();
    }

    private String serve(int status, String body) throws IOException {
        HttpServer started =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server = started;
        started.createContext(
                "/v4/task",
                exchange -> {
                    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        started.start();
        return "http://127.0.0.1:" + started.getAddress().getPort() + "/v4";
    }

    private static EcsTaskLimits parse(String json) throws IOException {
        return EcsTaskLimits.parse(json);
    }

    /** 10 units of 1024, and none for a container without a reservation. */
    @Test
    void containerUnitsAreItsReservedCpu() throws IOException {
        EcsTaskLimits limits = parse(TASK);
        assertThat(limits.shareCores(List.of("0::/ecs/x/158d1c8083dd-2495160603")))
                .hasValue(10 / 1024.0);
        assertThat(limits.shareCores(List.of("0::/ecs/x/another"))).isEmpty();
    }
}
