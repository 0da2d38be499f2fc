/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.advice.Advice;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.TargetSizing;
import io.heapsight.memory.TuningOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The sizes that the history of one pod suggests and allows.
 *
 * @param check suggests and checks its sizes
 * @param ofRequest the same with the memory request as the soft limit
 * @param ifShare the same for a heap that is a share of the limit; empty if the kind of setting is
 *     known
 */
record PodSizing(
        PodHistory past,
        TargetSizing check,
        TargetSizing ofRequest,
        Optional<TargetSizing> ifShare) {
    /** Minimum recorded time of a pod for trends. */
    private static final Duration LEAST = Duration.ofHours(2);

    static PodSizing of(PodHistory past, WorkloadHeapSetting kind) {
        PodObservationBuilder pod = new PodObservationBuilder(past);
        String[] share = WorkloadHeapSetting.share(past);
        return new PodSizing(
                past,
                TargetSizing.of(pod.with(kind.flags(past))),
                TargetSizing.of(pod.withRequest()),
                kind == WorkloadHeapSetting.UNKNOWN && share.length > 0
                        ? Optional.of(TargetSizing.of(pod.with(share)))
                        : Optional.empty());
    }

    /** Returns whether its history is long enough to suggest less. */
    boolean isOldEnough() {
        return past.seen().compareTo(LEAST) >= 0;
    }

    /** Returns the suggestion of this pod for one setting; empty if its data is not sufficient. */
    Optional<Setting> suggests(TuningOption option) {
        TargetSizing asked = option == TuningOption.SOFT_LIMIT ? ofRequest : check;
        return asked.advice().stream()
                .flatMap(advice -> advice.settings().stream())
                .filter(setting -> setting.option() == option)
                .findFirst();
    }

    /** Returns the refused settings of an advisor, with the name of the pod. */
    List<Refused> refused(Advice.Subject subject) {
        return check.advice().stream()
                .filter(advice -> advice.subject() == subject)
                .flatMap(advice -> advice.refused().stream())
                .map(each -> new Refused(each.line(), named(each.because())))
                .toList();
    }

    /**
     * Returns the reason why the pod would not survive the last of these settings; empty if it
     * would.
     */
    Optional<String> forbids(List<Setting> settings) {
        Optional<String> forbidden =
                isOldEnough()
                        ? check.forbids(List.of(settings.getLast()))
                                .or(() -> check.forbids(settings))
                        : check.exceeds(settings);
        return forbidden.map(this::named);
    }

    /** Returns whether the history forbids a limit if the heap is a share of that limit. */
    boolean heapChangesWith(Setting limit) {
        return ifShare.flatMap(
                        other ->
                                isOldEnough()
                                        ? other.forbids(List.of(limit))
                                        : other.exceeds(List.of(limit)))
                .isPresent();
    }

    private String named(String because) {
        return past.pod().name() + ": " + because;
    }
}
