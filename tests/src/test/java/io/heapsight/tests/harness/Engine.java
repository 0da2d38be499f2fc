/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.DockerClient;
import java.util.List;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;

/** The Docker engine of this machine, and its prerequisites for container tests. */
final class Engine {
    /** The API version that Testcontainers requests unless configured; older engines refuse it. */
    private static final int CLIENT_API_MINOR = 44;

    private static final Optional<String> MISSING = findMissing();

    private Engine() {}

    /**
     * The reason why container tests cannot run here, as one sentence with its remedy; empty if
     * they can.
     */
    static Optional<String> missing() {
        return MISSING;
    }

    /** True if a test that cannot run is a failure. */
    static boolean isCi() {
        return "true".equals(System.getenv("CI"));
    }

    static DockerClient client() {
        MISSING.ifPresent(
                what -> {
                    throw new IllegalStateException(what);
                });
        return DockerClientFactory.lazyClient();
    }

    private static Optional<String> findMissing() {
        Ran version = Ran.run(List.of("docker", "version", "--format", "{{.Server.APIVersion}}"));
        if (version.exitCode() != 0) {
            return Optional.of("no Docker engine answers (docker version): install and start one");
        }
        String api = version.out().strip();
        if (Integer.parseInt(api.substring(api.indexOf('.') + 1)) < CLIENT_API_MINOR) {
            System.setProperty("api.version", api);
        }
        for (Jdk jdk : Jdk.values()) {
            if (Ran.run(List.of("docker", "image", "inspect", jdk.image())).exitCode() != 0) {
                return Optional.of(
                        "the image "
                                + jdk.image()
                                + " is not here: run tests/containers/base-images");
            }
        }
        return Optional.empty();
    }
}
