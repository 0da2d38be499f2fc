/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.run.LimitHistory;
import io.heapsight.run.Run;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A setting of the targets that differs between base and candidate.
 *
 * @param kind of setting
 * @param base value; empty if not set
 * @param candidate value; empty if not set
 */
public record SettingChange(Kind kind, String name, String base, String candidate) {
    /** The source of a setting. */
    public enum Kind {
        FLAG,
        LIMIT,
        LABEL,
        TARGET
    }

    /** Returns all settings that differ. */
    public static List<SettingChange> between(Arm base, Arm candidate) {
        List<Run> all = new ArrayList<>(base.facts());
        all.addAll(candidate.facts());
        boolean heap = HeapLimit.differs(all);
        Map<Kind, Map<String, String>> before = settings(base, heap);
        Map<Kind, Map<String, String>> after = settings(candidate, heap);
        List<SettingChange> differences = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            Map<String, String> left = before.getOrDefault(kind, Map.of());
            Map<String, String> right = after.getOrDefault(kind, Map.of());
            Set<String> names = new TreeSet<>(left.keySet());
            names.addAll(right.keySet());
            for (String name : names) {
                String one = left.getOrDefault(name, "");
                String other = right.getOrDefault(name, "");
                if (!one.equals(other)) {
                    differences.add(new SettingChange(kind, name, one, other));
                }
            }
        }
        return List.copyOf(differences);
    }

    /** Returns the settings of an arm, with several values if its runs differ. */
    private static Map<Kind, Map<String, String>> settings(Arm arm, boolean heap) {
        Map<Kind, Map<String, Set<String>>> found = new LinkedHashMap<>();
        for (MeasuredRun measured : arm.runs()) {
            Run run = measured.facts();
            for (String flag : run.flags()) {
                put(found, Kind.FLAG, flagName(flag), flag);
            }
            limits(measured).forEach((name, value) -> put(found, Kind.LIMIT, name, value));
            if (heap) {
                HeapLimit.of(run)
                        .ifPresent(
                                bytes ->
                                        put(
                                                found,
                                                Kind.LIMIT,
                                                "heap",
                                                new ByteSize(bytes).toString()));
            }
            run.labels().forEach((name, value) -> put(found, Kind.LABEL, name, value));
            put(found, Kind.TARGET, "jdk", run.target().jdk().orElse(""));
            put(found, Kind.TARGET, "collector", run.target().collector().orElse(""));
        }
        Map<Kind, Map<String, String>> settings = new LinkedHashMap<>();
        found.forEach(
                (kind, values) ->
                        settings.put(
                                kind,
                                values.entrySet().stream()
                                        .collect(
                                                Collectors.toMap(
                                                        Map.Entry::getKey,
                                                        each ->
                                                                String.join(
                                                                        " / ", each.getValue())))));
        return settings;
    }

    private static void put(
            Map<Kind, Map<String, Set<String>>> to, Kind kind, String name, String value) {
        to.computeIfAbsent(kind, _ -> new LinkedHashMap<>())
                .computeIfAbsent(name, _ -> new LinkedHashSet<>())
                .add(value);
    }

    /**
     * Returns the name of a flag, by which a later one overrides it: "-Xmx",
     * "-XX:MaxMetaspaceSize", "-XX:UseG1GC", "-Dlog.level".
     */
    static String flagName(String flag) {
        if (flag.startsWith("-XX:+") || flag.startsWith("-XX:-")) {
            return "-XX:" + flag.substring(5);
        }
        int end = flag.indexOf('=');
        if (end > 0) {
            return flag.substring(0, end);
        }
        boolean sized = flag.length() > 4 && Character.isDigit(flag.charAt(4));
        return flag.startsWith("-X") && sized ? flag.substring(0, 4) : flag;
    }

    private static Map<String, String> limits(MeasuredRun run) {
        Map<String, String> named = new LinkedHashMap<>();
        named.put("memory", words(run, ContainerLimitKind.MEMORY));
        named.put("memory.high", words(run, ContainerLimitKind.MEMORY_HIGH));
        named.put("soft memory", words(run, ContainerLimitKind.SOFT_MEMORY));
        named.put("CPU cores", words(run, ContainerLimitKind.CPU));
        run.facts()
                .limits()
                .metaspaceMaxBytes()
                .ifPresent(value -> named.put("metaspace", new ByteSize(value).toString()));
        named.values().removeIf(String::isEmpty);
        return named;
    }

    private static String words(MeasuredRun run, ContainerLimitKind limit) {
        LimitHistory history = run.limit(limit);
        boolean isKnown = history.values().stream().anyMatch(value -> !Double.isNaN(value));
        return isKnown ? history.words() : "";
    }
}
