/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes all recommendations on a target. Replays each changed setting, alone and together with
 * those before it, and refuses settings that the target would not have survived.
 */
public final class Recommendations {
    private final RecommendedSizes sizes;
    private final List<Setting> accepted = new ArrayList<>();

    private Recommendations(RecommendedSizes sizes) {
        this.sizes = sizes;
    }

    /** Returns the recommendations in reading order. */
    public static List<Advice> of(TargetObservation seen) {
        return of(RecommendedSizes.of(seen));
    }

    static List<Advice> of(RecommendedSizes sizes) {
        Recommendations answer = new Recommendations(sizes);
        return Advisor.ALL.stream().map(answer::vetted).toList();
    }

    private Advice vetted(Advisor advisor) {
        Advice advice =
                advisor instanceof SizeAdvisor sized
                        ? sized.advise(sizes)
                        : advisor.advise(sizes.past().seen());
        List<Setting> settings = new ArrayList<>();
        List<Refused> refused = new ArrayList<>(advice.refused());
        for (Setting setting : advice.settings()) {
            Optional<String> forbidden = setting.isChange() ? forbids(setting) : Optional.empty();
            if (forbidden.isPresent()) {
                refused.add(new Refused(setting.line(), forbidden.get()));
            } else {
                settings.add(setting);
            }
        }
        return advice.with(settings, refused);
    }

    private Optional<String> forbids(Setting setting) {
        List<Setting> together = new ArrayList<>(accepted);
        together.add(setting);
        Optional<String> forbidden =
                sizes.survival().forbids(setting).or(() -> sizes.survival().forbids(together));
        if (forbidden.isEmpty()) {
            accepted.add(setting);
        }
        return forbidden;
    }
}
