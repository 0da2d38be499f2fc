/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads the task metadata endpoint, which only ECS containers have. */
public final class EcsTaskMetadata {
    /** The environment variable of ECS containers with the endpoint. */
    public static final String VARIABLE = "ECS_CONTAINER_METADATA_URI_V4";

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int MOST_BYTES = 1 << 20;
    private static final int OK = 200;

    private EcsTaskMetadata() {}

    /**
     * Queries the endpoint once, because a task's limits never change.
     *
     * @param endpoint value of the environment variable
     */
    public static Reading<EcsTaskLimits> read(String endpoint) {
        try (HttpClient client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(PATIENCE)
                        .build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(endpoint + "/task"))
                            .timeout(PATIENCE)
                            .build();
            HttpResponse<InputStream> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                if (answer.statusCode() != OK) {
                    return Reading.missing(endpoint + "/task: status " + answer.statusCode());
                }
                return Reading.of(
                        EcsTaskLimits.parse(
                                new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)));
            }
        } catch (IOException | IllegalArgumentException e) {
            return Reading.missing(VARIABLE + "=" + endpoint + ": " + IoReason.of(e));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Reading.missing("interrupted");
        }
    }
}
