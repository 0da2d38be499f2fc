/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What an ECS task and its containers may use, as the task metadata endpoint tells it. On Fargate
 * the task's limits lie in a control group above those that its containers see.
 *
 * <pre>
 * {"Limits":{"CPU":0.5,"Memory":1024},
 *  "Containers":[{"DockerId":"cd189a933e5849daa93386466019ab50-2495160603","Limits":{"CPU":10,"Memory":512}}]}
 * </pre>
 *
 * @param memoryBytes of the task
 * @param cpus of the task
 * @param memoryBytesByContainer by the runtime's id; a container without a limit of its own has
 *     none
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-metadata-endpoint-v4.html">task
 *     metadata endpoint version 4</a>
 */
public record TaskLimits(
        OptionalLong memoryBytes, OptionalDouble cpus, Map<String, Long> memoryBytesByContainer) {
    /** Not a task of ECS. */
    public static final TaskLimits NONE =
            new TaskLimits(OptionalLong.empty(), OptionalDouble.empty(), Map.of());

    private static final JsonFactory FORMAT = new JsonFactory();
    private static final long MEBIBYTE = 1 << 20;

    public TaskLimits {
        memoryBytesByContainer = Map.copyOf(memoryBytesByContainer);
    }

    /** Two limits, of a task or of a container; NaN where there is none. */
    private record Pair(double cpu, double mebibytes) {
        private static final Pair NONE = new Pair(Double.NaN, Double.NaN);

        OptionalLong bytes() {
            return mebibytes > 0
                    ? OptionalLong.of((long) (mebibytes * MEBIBYTE))
                    : OptionalLong.empty();
        }
    }

    /**
     * Reads the endpoint's answer to {@code GET …/task}.
     *
     * @throws IOException when it is no JSON object
     */
    static TaskLimits parse(byte[] json) throws IOException {
        Pair task = Pair.NONE;
        Map<String, Long> containers = new HashMap<>();
        try (JsonParser parser = FORMAT.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("Limits") && value == JsonToken.START_OBJECT) {
                    task = limits(parser);
                } else if (name.equals("Containers") && value == JsonToken.START_ARRAY) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        container(parser, containers);
                    }
                } else {
                    parser.skipChildren();
                }
            }
        }
        OptionalDouble cpus =
                task.cpu() > 0 ? OptionalDouble.of(task.cpu()) : OptionalDouble.empty();
        return new TaskLimits(task.bytes(), cpus, containers);
    }

    private static void container(JsonParser parser, Map<String, Long> containers)
            throws IOException {
        @Nullable String id = null;
        Pair limits = Pair.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("DockerId") && value == JsonToken.VALUE_STRING) {
                id = parser.getText();
            } else if (name.equals("Limits") && value == JsonToken.START_OBJECT) {
                limits = limits(parser);
            } else {
                parser.skipChildren();
            }
        }
        OptionalLong bytes = limits.bytes();
        if (id != null && !id.isEmpty() && bytes.isPresent()) {
            containers.put(id, bytes.getAsLong());
        }
    }

    private static Pair limits(JsonParser parser) throws IOException {
        double cpu = Double.NaN;
        double mebibytes = Double.NaN;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value.isNumeric() && name.equals("CPU")) {
                cpu = parser.getDoubleValue();
            } else if (value.isNumeric() && name.equals("Memory")) {
                mebibytes = parser.getDoubleValue();
            } else {
                parser.skipChildren();
            }
        }
        return new Pair(cpu, mebibytes);
    }

    /**
     * The tightest limit of a process: of its container, or of the task.
     *
     * @param cgroups the lines of its {@code /proc/PID/cgroup}, which name the container
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

    /** The lower of two limits, of which either may be missing. */
    public static OptionalLong tighter(OptionalLong one, OptionalLong other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.isEmpty() ? other : one;
        }
        return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
    }
}
