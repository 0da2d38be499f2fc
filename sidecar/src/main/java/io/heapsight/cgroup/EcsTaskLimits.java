/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.json.JsonObject;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The limits of an ECS task and its containers, from the task metadata endpoint. Also holds the
 * limit of a pod with an invisible group. On Fargate, the task's limits are in a control group
 * above the visible groups of its containers.
 *
 * <pre>
 * {"Limits":{"CPU":0.5,"Memory":1024},
 *  "Containers":[{"DockerId":"cd189a933e5849daa93386466019ab50-2495160603","Limits":{"CPU":10,"Memory":512}}]}
 * </pre>
 *
 * @param memoryBytes of the task
 * @param cpus of the task
 * @param shareCoresByContainer CPUs that a container's CPU units reserve for it, by its id, at 1024
 *     units per CPU
 * @param memoryBytesByContainer by the runtime's id; only of containers with their own limit
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4.html">task
 *     metadata endpoint version 4</a>
 */
public record EcsTaskLimits(
        OptionalLong memoryBytes,
        OptionalDouble cpus,
        Map<String, Double> shareCoresByContainer,
        Map<String, Long> memoryBytesByContainer) {
    /** No ECS task. */
    public static final EcsTaskLimits NONE =
            new EcsTaskLimits(OptionalLong.empty(), OptionalDouble.empty(), Map.of(), Map.of());

    private static final long MEBIBYTE = 1 << 20;
    private static final double UNITS_OF_A_CPU = 1024;

    public EcsTaskLimits {
        shareCoresByContainer = Map.copyOf(shareCoresByContainer);
        memoryBytesByContainer = Map.copyOf(memoryBytesByContainer);
    }

    /** Returns a copy for a pod or slice with its own limit. */
    public EcsTaskLimits within(Optional<ByteSize> podMemory) {
        OptionalLong pod =
                podMemory.isPresent()
                        ? OptionalLong.of(podMemory.get().bytes())
                        : OptionalLong.empty();
        return new EcsTaskLimits(
                tighter(memoryBytes, pod), cpus, shareCoresByContainer, memoryBytesByContainer);
    }

    /**
     * Reads the endpoint's answer to {@code GET …/task}.
     *
     * @throws IOException if it is not a JSON object of that shape
     */
    static EcsTaskLimits parse(String json) throws IOException {
        JsonObject task = JsonObject.parse(json);
        Map<String, Long> containers = new HashMap<>();
        Map<String, Double> shares = new HashMap<>();
        for (JsonObject container : task.optionalItems(JsonObject.class, "Containers")) {
            Optional<String> id =
                    container.optionalText("DockerId").filter(each -> !each.isEmpty());
            OptionalLong bytes = memory(container);
            if (id.isPresent() && bytes.isPresent()) {
                containers.put(id.get(), bytes.getAsLong());
            }
            OptionalDouble units = cpu(container);
            if (id.isPresent() && units.orElse(0) > 0) {
                shares.put(id.get(), units.getAsDouble() / UNITS_OF_A_CPU);
            }
        }
        return new EcsTaskLimits(memory(task), cpu(task), shares, containers);
    }

    /** Reads the CPU limit: of a task in CPUs, of a container in units. */
    private static OptionalDouble cpu(JsonObject limited) throws IOException {
        Optional<JsonObject> limits = limited.optionalObject("Limits");
        return limits.isPresent() ? limits.get().optionalNumber("CPU") : OptionalDouble.empty();
    }

    /** Reads the memory limit of a task or a container. */
    private static OptionalLong memory(JsonObject limited) throws IOException {
        Optional<JsonObject> limits = limited.optionalObject("Limits");
        if (limits.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong mebibytes = limits.get().optionalInteger("Memory");
        return mebibytes.isPresent() && mebibytes.getAsLong() > 0
                ? OptionalLong.of(mebibytes.getAsLong() * MEBIBYTE)
                : OptionalLong.empty();
    }

    /**
     * Returns the tightest limit of a process: of its container, or of the task.
     *
     * @param cgroups the lines of its {@code /proc/PID/cgroup}, which contain the container's id
     */
    public OptionalLong memoryBytes(List<String> cgroups) {
        OptionalLong tightest = memoryBytes;
        for (Map.Entry<String, Long> container : memoryBytesByContainer.entrySet()) {
            if (cgroups.stream().anyMatch(line -> line.contains(container.getKey()))) {
                tightest = tighter(tightest, OptionalLong.of(container.getValue()));
            }
        }
        return tightest;
    }

    /**
     * Returns the CPUs that the units of a process's container reserve for it.
     *
     * @param cgroups the lines of its {@code /proc/PID/cgroup}, which contain the container's id
     */
    public OptionalDouble shareCores(List<String> cgroups) {
        return shareCoresByContainer.entrySet().stream()
                .filter(each -> cgroups.stream().anyMatch(line -> line.contains(each.getKey())))
                .mapToDouble(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the lower of two optional limits. */
    public static OptionalLong tighter(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
    }
}
