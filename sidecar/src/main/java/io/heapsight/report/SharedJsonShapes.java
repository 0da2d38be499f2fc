/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.histogram.InstanceCount;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.stats.Estimate;
import java.util.List;

/** Declares the parts that several JSON documents share. */
public final class SharedJsonShapes {
    /** A JVM by name. */
    public record Target(int pid, String name) {
        public static Target of(TargetJvm jvm) {
            return new Target(jvm.pid(), jvm.name());
        }
    }

    public static final Shape<Target> TARGET =
            Shape.<Target>of().field("pid", COUNT, Target::pid).field("name", TEXT, Target::name);

    /** A count with instances under the name objects. */
    static final Shape<InstanceCount> OBJECTS =
            Shape.<InstanceCount>of()
                    .field("objects", COUNT, InstanceCount::instances)
                    .field("bytes", JsonValueCodec.BYTES, InstanceCount::bytes);

    /** The bounds of an estimate. */
    public static final JsonValueCodec<Estimate> INTERVAL =
            JsonValueCodec.list(NUMBER).from(estimate -> List.of(estimate.low(), estimate.high()));

    private SharedJsonShapes() {}
}
