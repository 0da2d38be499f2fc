/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.InstanceCount;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the class histogram of a run. */
final class RunHistogramReader {
    private static final int MOST_CLASSES = 100_000;

    private RunHistogramReader() {}

    static RunHistogram read(JsonValueReader json) throws IOException {
        Instant takenAt = Instant.EPOCH;
        InstanceCount all = InstanceCount.NONE;
        InstanceCount unreachable = InstanceCount.NONE;
        InstanceCount filler = InstanceCount.NONE;
        Optional<GarbageBounds> garbage = Optional.empty();
        List<ClassGarbage> classes = new ArrayList<>();
        int leftOut = 0;
        json.startObject();
        while (json.nextField()) {
            switch (json.name()) {
                case "takenAt" -> takenAt = json.time();
                case "totals" -> all = count(json);
                case "unreachable" -> unreachable = count(json);
                case "filler" -> filler = count(json);
                case "garbage" -> garbage = Optional.of(garbage(json));
                case "classes" -> classes(json, classes);
                case "classesLeftOut" -> leftOut = (int) json.integer(0, Integer.MAX_VALUE);
                default -> json.skip();
            }
        }
        return new RunHistogram(takenAt, all, unreachable, filler, garbage, classes, leftOut);
    }

    private static GarbageBounds garbage(JsonValueReader json) throws IOException {
        InstanceCount atLeast = InstanceCount.NONE;
        InstanceCount atMost = InstanceCount.NONE;
        String heapdump = "";
        json.startObject();
        while (json.nextField()) {
            switch (json.name()) {
                case "atLeast" -> atLeast = count(json);
                case "atMost" -> atMost = count(json);
                case "heapdump" -> heapdump = json.text();
                default -> json.skip();
            }
        }
        return new GarbageBounds(atLeast, atMost, heapdump);
    }

    private static InstanceCount count(JsonValueReader json) throws IOException {
        long instances = 0;
        long bytes = 0;
        json.startObject();
        while (json.nextField()) {
            switch (json.name()) {
                case "instances" -> instances = json.inHeap();
                case "bytes" -> bytes = json.inHeap();
                default -> json.skip();
            }
        }
        return new InstanceCount(instances, bytes);
    }

    private static void classes(JsonValueReader json, List<ClassGarbage> classes)
            throws IOException {
        json.startArray();
        while (json.nextElement(JsonToken.START_OBJECT, "a class")) {
            if (classes.size() == MOST_CLASSES) {
                throw json.wrong("more than " + MOST_CLASSES + " classes");
            }
            classes.add(usage(json));
        }
    }

    private static ClassGarbage usage(JsonValueReader json) throws IOException {
        String name = "";
        String module = "";
        long instances = 0;
        long bytes = 0;
        long unreachableInstances = 0;
        long unreachableBytes = 0;
        while (json.nextField()) {
            switch (json.name()) {
                case "name" -> name = json.text();
                case "module" -> module = json.text();
                case "instances" -> instances = json.inHeap();
                case "bytes" -> bytes = json.inHeap();
                case "unreachableInstances" -> unreachableInstances = json.inHeap();
                case "unreachableBytes" -> unreachableBytes = json.inHeap();
                default -> json.skip();
            }
        }
        return new ClassGarbage(
                name,
                module,
                new InstanceCount(instances, bytes),
                new InstanceCount(unreachableInstances, unreachableBytes));
    }
}
