/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.profile.FrameChange.Verdict;
import io.heapsight.stats.Estimate;
import io.heapsight.stats.ShareShift;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds methods with a larger or smaller share in one profile than in another. A profile is a
 * sample: the error of each method's share is estimated from its variation over blocks of time
 * ({@link ShareShift}). At most one in twenty comparisons without any change reports a changed
 * method.
 */
public final class ProfileComparison {
    private static final double LEVEL = 0.05;

    /** Minimum share in a profile: each tested method weakens the tests of the others. */
    private static final double LEAST_SHARE = 0.005;

    /**
     * Minimum number of samples of a method: with fewer, Student's t-distribution does not apply.
     */
    private static final double LEAST_SAMPLES = 10;

    private ProfileComparison() {}

    /** Computes the changes: real ones first, each group by size. */
    public static List<FrameChange> between(SampledProfile base, SampledProfile candidate) {
        FrameTimeSeries before = new FrameTimeSeries(base);
        FrameTimeSeries after = new FrameTimeSeries(candidate);
        TreeSet<String> names = new TreeSet<>(before.frames().keySet());
        names.addAll(after.frames().keySet());
        List<String> judged = new ArrayList<>();
        List<ShareShift> shifts = new ArrayList<>();
        double mostBefore = blocks(before);
        double mostAfter = blocks(after);
        for (String name : names) {
            ShareShift shift =
                    ShareShift.between(
                            series(before, name, mostBefore), series(after, name, mostAfter));
            if (isLarge(shift, before, after)) {
                judged.add(name);
                shifts.add(shift);
            }
        }
        boolean timed = base.blocks() > 1 && candidate.blocks() > 1;
        List<FrameChange> changes = new ArrayList<>();
        for (int i = 0; i < shifts.size(); i++) {
            changes.add(change(judged.get(i), shifts.get(i), shifts.size(), timed));
        }
        changes.sort(
                Comparator.comparing((FrameChange each) -> !each.isReal())
                        .thenComparingDouble(each -> -Math.abs(each.change().value()))
                        .thenComparing(FrameChange::frame));
        return changes;
    }

    /**
     * Estimates the number of independent blocks of the profile, averaged over its methods: one
     * method has too few blocks for an estimate.
     */
    private static double blocks(FrameTimeSeries profile) {
        return profile.frames().keySet().stream()
                .map(frame -> series(profile, frame, Double.MAX_VALUE))
                .filter(ProfileComparison::tells)
                .mapToDouble(ShareShift.Series::independentBlocks)
                .average()
                .orElse(1);
    }

    private static ShareShift.Series series(
            FrameTimeSeries profile, String frame, double mostBlocks) {
        FrameTimeSeries.Sums sums = profile.frames().get(frame);
        double[] whole = profile.whole();
        return new ShareShift.Series(
                sums == null ? new double[whole.length] : sums.total(),
                whole,
                profile.independent(),
                mostBlocks);
    }

    /**
     * Whether a series varies: a frame that never does, such as the outermost one, gives no
     * information.
     */
    private static boolean tells(ShareShift.Series series) {
        double share = series.share();
        return share >= LEAST_SHARE
                && share <= 1 - LEAST_SHARE
                && share * series.independent() >= LEAST_SAMPLES;
    }

    private static boolean isLarge(
            ShareShift shift, FrameTimeSeries before, FrameTimeSeries after) {
        double samples =
                shift.base() * before.independent() + shift.candidate() * after.independent();
        return Math.max(shift.base(), shift.candidate()) >= LEAST_SHARE && samples >= LEAST_SAMPLES;
    }

    /**
     * Computes a change. In 95 of 100 comparisons, all intervals together contain the true values;
     * so the level of each interval increases with their number.
     */
    private static FrameChange change(String frame, ShareShift shift, int together, boolean timed) {
        Estimate change = shift.estimate(1 - LEVEL / together);
        boolean real = timed && change.excludesZero();
        Verdict found = shift.candidate() > shift.base() ? Verdict.GREW : Verdict.SHRANK;
        Verdict otherwise = timed ? Verdict.NO_EVIDENCE : Verdict.NOT_JUDGED;
        return new FrameChange(
                frame,
                shift.base(),
                shift.candidate(),
                change,
                Math.min(1, together * shift.p()),
                real ? found : otherwise);
    }
}
