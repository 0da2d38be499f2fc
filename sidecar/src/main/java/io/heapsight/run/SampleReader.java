/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads samples written as JSON objects: figures by name, also within collectors and pools. */
final class SampleReader {
    private final JsonValueReader json;
    private final RunSamples.Builder samples;

    SampleReader(JsonValueReader json, RunSamples.Builder samples) {
        this.json = json;
        this.samples = samples;
    }

    /** Reads the rest of the current object. */
    void read() throws IOException {
        samples.begin(0);
        boolean timed = false;
        while (json.nextField()) {
            String name = json.name();
            RunColumn.@Nullable Group group = group(name);
            if (name.equals("at")) {
                samples.at(json.time().toEpochMilli());
                timed = true;
            } else if (group != null) {
                owners(group);
            } else if (json.nextToken().isNumeric() && isFigure(name)) {
                samples.put(RunColumn.field(name), json.currentNumber());
            } else {
                json.skipCurrent();
            }
        }
        if (!timed) {
            throw json.wrong("a sample without \"at\"");
        }
    }

    private void owners(RunColumn.Group group) throws IOException {
        json.startObject();
        while (json.nextField()) {
            String owner = json.name();
            json.startObject();
            while (json.nextField()) {
                String figure = json.name();
                double value = json.number();
                if (isFigure(figure)) {
                    samples.put(new RunColumn(group, owner, figure), value);
                }
            }
        }
    }

    /**
     * Returns whether a name can be that of a figure; other names are skipped like unknown fields.
     * In the run's file, a slash separates the parts of a column's path.
     */
    private static boolean isFigure(String name) {
        return name.indexOf('/') < 0;
    }

    private static RunColumn.@Nullable Group group(String name) {
        return switch (name) {
            case "collectors" -> RunColumn.Group.COLLECTOR;
            case "pools" -> RunColumn.Group.POOL;
            default -> null;
        };
    }
}
