/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.TestTime;
import io.heapsight.yaml.YamlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Scanner;
import java.util.stream.Stream;

/** Samples of a target, and the resulting firings of rules. */
final class RecordedTarget {
    private static final int MOST = 4000;

    private final TestTime time = new TestTime();
    private final SampleRing ring = new SampleRing(SampleField.values().length, MOST, time.clock);
    private final TargetJvm jvm;

    RecordedTarget(String... flags) {
        jvm = MadeJvm.named("Shop").flags(Stream.of(flags)).jvm();
    }

    /** The recorded anonymous memory of a container, which is all of its working set. */
    static RecordedTarget ofContainer(String recording, double limitBytes) throws IOException {
        RecordedTarget target = new RecordedTarget();
        try (InputStream in =
                        Objects.requireNonNull(
                                RecordedTarget.class.getResourceAsStream(
                                        "/forecast/" + recording + ".txt"));
                Scanner words = new Scanner(in, StandardCharsets.UTF_8)) {
            long before = 0;
            while (words.hasNextLong()) {
                long millis = words.nextLong();
                double bytes = 1024.0 * words.nextLong();
                target.time.pass(Duration.ofMillis(millis - before));
                before = millis;
                target.add(
                        Map.of(
                                SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                                bytes,
                                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                bytes,
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                limitBytes));
            }
        }
        return target;
    }

    /** Adds a sample one second later. */
    RecordedTarget then(Map<SampleField, Double> fields) {
        time.pass(Duration.ofSeconds(1));
        add(fields);
        return this;
    }

    @SuppressWarnings("EnumOrdinal") // a row of the ring has the order of the enum
    private void add(Map<SampleField, Double> fields) {
        double[] row = new double[SampleField.values().length];
        Arrays.fill(row, Double.NaN);
        fields.forEach((field, value) -> row[field.ordinal()] = value);
        ring.add(time.clock.nanoTime(), row);
    }

    /** The trial of a rule. */
    RuleTrial trial(String rule) throws YamlException {
        return trials("rules:\n- " + rule.strip().replace("\n", "\n  ")).getFirst();
    }

    /** The trial of a rule without action, by its condition. */
    RuleTrial when(String condition) throws YamlException {
        return trial("{name: it, when: \"" + condition + "\", actions: []}");
    }

    /** The trials of rules. */
    List<RuleTrial> trials(String rules) throws YamlException {
        return RuleTrial.replay(
                        new TriggerSettings(
                                RulesReader.read(rules),
                                Duration.ofMinutes(5),
                                6,
                                StorageQuota.NONE),
                        jvm,
                        ring,
                        Duration.ofHours(1))
                .trials();
    }
}
