/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The pods of an arm that are skipped, with the reasons. Mutable. */
final class ExcludedPods {
    private static final int MOST_NAMES = 5;

    /** A pod with its own reason. */
    private record Excluded(Pod pod, String why) {}

    private final String arm;
    private final SortedMap<Pod, String> pods = new TreeMap<>();
    private final Map<String, List<Excluded>> byReason = new LinkedHashMap<>();

    private final List<String> notes = new ArrayList<>();

    ExcludedPods(String arm) {
        this.arm = arm;
    }

    /**
     * Excludes a pod, unless it is excluded already.
     *
     * @param reason common to several pods: {@code they restarted}
     * @param why with the values of this pod: {@code it restarted before …}
     */
    void add(Pod pod, String reason, String why) {
        if (pods.putIfAbsent(pod, reason) == null) {
            byReason.computeIfAbsent(reason, _ -> new ArrayList<>()).add(new Excluded(pod, why));
        }
    }

    /** Adds a sentence about pods that are kept. */
    void note(String sentence) {
        notes.add(sentence);
    }

    boolean has(Pod pod) {
        return pods.containsKey(pod);
    }

    /**
     * Returns one sentence for each reason, with the first pods.
     *
     * @param all number of pods of the arm
     */
    List<String> sentences(int all) {
        List<String> sentences = new ArrayList<>(notes);
        byReason.forEach(
                (reason, excluded) -> {
                    String names =
                            excluded.stream()
                                    .limit(MOST_NAMES)
                                    .map(each -> each.pod() + " (" + each.why() + ")")
                                    .collect(Collectors.joining(", "));
                    int more = excluded.size() - MOST_NAMES;
                    sentences.add(
                            "%d of %d pods of %s are skipped, as %s: %s%s."
                                    .formatted(
                                            excluded.size(),
                                            all,
                                            arm,
                                            reason,
                                            names,
                                            more > 0 ? " and %d more".formatted(more) : ""));
                });
        return sentences;
    }
}
