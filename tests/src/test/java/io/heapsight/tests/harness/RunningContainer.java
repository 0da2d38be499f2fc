/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.ChangeLog;
import com.github.dockerjava.api.model.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategyTarget;
import org.testcontainers.utility.DockerImageName;

/** A container until it is closed: commands inside it, its output, its signals. */
public abstract sealed class RunningContainer implements AutoCloseable
        permits TargetContainer, SidecarContainer {
    final GenericContainer<?> container;
    private final DockerClient client;

    RunningContainer(String image, List<String> command) {
        client = Engine.client();
        container =
                new GenericContainer<>(DockerImageName.parse(image))
                        .withImagePullPolicy(name -> false)
                        .withCommand(command.toArray(String[]::new))
                        .waitingFor(new Started());
    }

    /** The full container id. */
    public final String id() {
        return container.getContainerId();
    }

    /** Its address on the engine's own network, which this machine reaches. */
    public final String address() {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .map(network -> network.getIpAddress())
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    /** The container's output so far, both streams. */
    public final String output() {
        return container.getLogs();
    }

    /** Runs a command inside, as the container's user. */
    public final Ran exec(String... command) {
        return exec(ExecConfig.builder().command(command).build());
    }

    /** Runs a command inside, as {@code user} ("0:0"). */
    public final Ran execAs(String user, String... command) {
        return exec(ExecConfig.builder().user(user).command(command).build());
    }

    final Ran exec(ExecConfig command) {
        try {
            ExecResult result = container.execInContainer(command);
            return new Ran(result.getExitCode(), result.getStdout(), result.getStderr());
        } catch (IOException e) {
            throw new IllegalStateException("cannot exec in " + id(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Copies a file of the container, whatever its permissions. */
    public final void copyOut(String from, Path to) {
        container.copyFileFromContainer(from, to.toString());
    }

    /** Differences from its image, also after its end; volumes are ignored. */
    public final List<String> changedFiles() {
        return client.containerDiffCmd(id()).exec().stream().map(ChangeLog::getPath).toList();
    }

    /** Sends a signal ("STOP", "TERM", …) to the container's first process. */
    public final void signal(String name) {
        client.killContainerCmd(id()).withSignal(name).exec();
    }

    /** The pid, in this machine's own namespace, of the container's first process. */
    public final long hostPid() {
        return Objects.requireNonNull(state().getPidLong());
    }

    /** Freezes all of the container, as {@code docker pause} does. */
    public final void freeze() {
        container.getDockerClient().pauseContainerCmd(id()).exec();
    }

    public final void unfreeze() {
        container.getDockerClient().unpauseContainerCmd(id()).exec();
    }

    public final boolean isRunning() {
        return Boolean.TRUE.equals(state().getRunning());
    }

    /** Waits until the first process has ended. */
    public final int awaitExit(Duration atMost) {
        Awaitility.await().atMost(atMost).until(() -> !isRunning());
        return Objects.requireNonNull(state().getExitCodeLong()).intValue();
    }

    /**
     * Waits until the output contains {@code text}; if the container ends first, fails with its
     * output.
     */
    public final void awaitOutput(String text, Duration atMost) {
        try {
            Awaitility.await()
                    .atMost(atMost)
                    .pollInterval(Backoff.from(Duration.ofMillis(50)))
                    .until(() -> output().contains(text) || !isRunning());
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(
                    "no \"" + text + "\" within " + atMost + ":\n" + output(), e);
        }
        if (!output().contains(text)) {
            throw new IllegalStateException("ended without \"" + text + "\":\n" + output());
        }
    }

    /** State of the engine's health check: "starting", "healthy", "unhealthy". */
    public final String health() {
        return Objects.requireNonNull(state().getHealth(), "no health check").getStatus();
    }

    /** The engine's own current figures of the container. */
    public final Statistics statistics() {
        AtomicReference<Statistics> last = new AtomicReference<>();
        try {
            client.statsCmd(id())
                    .withNoStream(true)
                    .exec(
                            new ResultCallback.Adapter<Statistics>() {
                                @Override
                                public void onNext(Statistics statistics) {
                                    last.set(statistics);
                                }
                            })
                    .awaitCompletion();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return Objects.requireNonNull(last.get(), "the engine gave no statistics");
    }

    private ContainerState state() {
        return client.inspectContainerCmd(id()).exec().getState();
    }

    /** Restarts it after its end: same files, same volumes. */
    public void startAgain() {
        client.startContainerCmd(id()).exec();
    }

    /** Ends and removes the container. */
    @Override
    public final void close() {
        container.stop();
    }

    /** The subclass defines when it is ready. */
    private static final class Started implements WaitStrategy {
        @Override
        public void waitUntilReady(WaitStrategyTarget target) {}

        @Override
        public WaitStrategy withStartupTimeout(Duration timeout) {
            return this;
        }
    }
}
