/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.compare.MetricPattern;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.run.GarbageCountMethod;
import io.heapsight.run.RunName;
import io.heapsight.run.RunProfiling;
import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlMap;
import io.heapsight.yaml.YamlParser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the plan of an experiment, a YAML document. Errors contain the line. */
public final class PlanReader {
    private static final int MOST_ARMS = 5;
    private static final int MOST_REPETITIONS = 50;
    private static final Duration LONGEST_RUN = Duration.ofHours(12);
    private static final Duration LONGEST_WARM_UP = Duration.ofHours(2);

    private static final List<String> EVENTS = ProfileEvent.rateLabels();

    private PlanReader() {}

    /**
     * Reads a plan.
     *
     * @throws YamlException if it is not a plan
     */
    public static ExperimentPlan read(String yaml) throws YamlException {
        return plan(YamlParser.read(yaml, "an experiment"));
    }

    private static ExperimentPlan plan(YamlMap map) throws YamlException {
        map.only(
                "target",
                "restart",
                "ready",
                "warmUp",
                "duration",
                "work",
                "repetitions",
                "lines",
                "garbage",
                "profile",
                "profileSeconds",
                "arms",
                "primary",
                "restore");
        if (map.has("duration") == map.has("work")) {
            throw new YamlException(
                    map.line(), "a run needs either a duration or work that ends it");
        }
        List<ExperimentPlan.Arm> arms = arms(map);
        return new ExperimentPlan(
                map.find("target").map(YamlMap.Value::text),
                map.has("restart")
                        ? Optional.of(StepReader.step(map, "restart"))
                        : Optional.empty(),
                map.has("ready")
                        ? Optional.of(StepReader.condition(map, "ready"))
                        : Optional.empty(),
                map.has("warmUp")
                        ? map.get("warmUp").duration(Duration.ZERO, LONGEST_WARM_UP)
                        : Duration.ZERO,
                map.has("work")
                        ? MeasuredJobReader.read(map.map("work", "work"))
                        : new ExperimentPlan.Period(
                                map.get("duration").duration(Duration.ofSeconds(1), LONGEST_RUN)),
                map.get("repetitions").number(MOST_REPETITIONS),
                map.has("lines") ? Optional.of(StepReader.number(map, "lines")) : Optional.empty(),
                garbage(map),
                profile(map),
                arms,
                primary(map),
                map.has("restore") ? StepReader.step(map, "restore") : arms.getFirst().step());
    }

    private static List<ExperimentPlan.Arm> arms(YamlMap map) throws YamlException {
        List<ExperimentPlan.Arm> arms = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlMap arm : map.maps("arms", "an arm")) {
            arm.only("name", "switch");
            YamlMap.Value name = arm.get("name");
            if (name.text().contains("#") || !name.text().matches(RunName.PATTERN)) {
                throw name.wrong("not an arm name (expected letters, digits, . _ -)");
            }
            if (!names.add(name.text())) {
                throw name.wrong("duplicate arm " + name.text());
            }
            arms.add(new ExperimentPlan.Arm(name.text(), StepReader.step(arm, "switch")));
        }
        if (arms.size() < 2 || arms.size() > MOST_ARMS) {
            throw new YamlException(
                    map.line(), "2 to %d arms, not %d".formatted(MOST_ARMS, arms.size()));
        }
        return arms;
    }

    /** Reads names of rows, separated by commas. */
    private static List<String> primary(YamlMap map) throws YamlException {
        if (!map.has("primary")) {
            return List.of();
        }
        YamlMap.Value value = map.get("primary");
        List<String> names = Arrays.stream(value.text().split(",", -1)).map(String::strip).toList();
        for (String name : names) {
            try {
                new MetricPattern(name);
            } catch (IllegalArgumentException e) {
                throw value.wrong(String.valueOf(e.getMessage()));
            }
        }
        return names;
    }

    private static Optional<ProfileRequest> profile(YamlMap map) throws YamlException {
        if (!map.has("profile")) {
            if (map.has("profileSeconds")) {
                throw map.get("profileSeconds").wrong("needs a profile: add profile: cpu");
            }
            return Optional.empty();
        }
        YamlMap.Value event = map.get("profile");
        if (!EVENTS.contains(event.text())) {
            throw event.wrong("not " + String.join(", ", EVENTS));
        }
        int seconds =
                map.has("profileSeconds")
                        ? map.get("profileSeconds").number(ProfileRequest.MOST_SECONDS)
                        : ProfileRequest.USUAL_SECONDS;
        if (map.has("duration")) {
            Duration least = RunProfiling.MARGIN.plusSeconds(seconds);
            YamlMap.Value duration = map.get("duration");
            if (duration.duration(Duration.ofSeconds(1), LONGEST_RUN).compareTo(least) < 0) {
                throw duration.wrong(
                        "too short for a profile of %d s, which needs a run of %d s"
                                .formatted(seconds, least.toSeconds()));
            }
        }
        return Optional.of(new ProfileRequest(ProfileEvent.of(event.text()), seconds));
    }

    private static GarbageCountMethod garbage(YamlMap map) throws YamlException {
        if (map.find("garbage").isEmpty()) {
            return GarbageCountMethod.NONE;
        }
        YamlMap.Value value = map.get("garbage");
        return GarbageCountMethod.of(value.text())
                .orElseThrow(() -> value.wrong("not true, false or dump"));
    }
}
