/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.Metric.Group;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.unit.NanFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds the methods that account for a difference between the profiles of two arms. Each method is
 * a metric, judged by {@link ComparisonRowBuilder} like all others.
 *
 * <p>Judges only a few methods, because each further method weakens the verdicts on the others.
 * Selects the largest methods over all profiles together, a choice independent of the difference.
 * If a caller only calls one method, judges that method instead of the caller.
 */
final class FrameComparer {
    private static final int MOST_SELF = 20;
    private static final int MOST_TOTAL = 30;

    /** Minimum share of all profiles together: less is noise. */
    private static final double LEAST_SHARE = 0.005;

    /** Minimum samples in all profiles together: fewer are noise. */
    private static final double LEAST_SAMPLES = 10;

    /** Share of samples above which a method, such as a program's main, equals the total. */
    private static final double NEARLY_ALL = 0.95;

    /** Share of own samples and other callees up to which a caller counts as a mere wrapper. */
    private static final double HARDLY_ANY = 0.005;

    private static final MetricValue NO_PROFILE =
            new MetricValue.Missing("its run has no such profile");

    private final Arm base;
    private final Arm candidate;
    private final ProfileEvent event;
    private final boolean fewThreads;
    private final List<MeasuredProfile> profiles;
    private final double whole;
    private final double least;

    /**
     * The sums of a method over all profiles.
     *
     * @param self without callees, over all profiles
     * @param totals with callees, by profile
     */
    @SuppressWarnings("ArrayRecordComponent") // read only
    private record Method(String name, double self, double[] totals) {
        double total() {
            double sum = 0;
            for (double each : totals) {
                sum += each;
            }
            return sum;
        }

        /** Returns whether the method only calls another method. */
        boolean onlyCalls(Method other) {
            for (int i = 0; i < totals.length; i++) {
                if (other.totals[i] < (1 - HARDLY_ANY) * totals[i]) {
                    return false;
                }
            }
            return self <= HARDLY_ANY * total();
        }
    }

    private FrameComparer(Arm base, Arm candidate, ProfileEvent event) {
        this.base = base;
        this.candidate = candidate;
        this.event = event;
        fewThreads =
                runs(base, candidate)
                        .flatMap(run -> run.profile().stream())
                        .anyMatch(each -> each.event() == event && each.samplesFewThreads());
        profiles = runs(base, candidate).flatMap(run -> profile(run).stream()).toList();
        whole = profiles.stream().mapToDouble(each -> known(each.whole())).sum();
        double samples = profiles.stream().mapToDouble(MeasuredProfile::samples).sum();
        least = whole * Math.max(LEAST_SHARE, LEAST_SAMPLES / Math.max(1, samples));
    }

    /**
     * Compares the profiles of two arms; empty if no run has a profile.
     *
     * @param warnings receives notes for the reader
     */
    static Optional<FrameComparison> between(
            Arm base, Arm candidate, ComparisonRowBuilder rows, List<String> warnings) {
        Optional<ProfileEvent> event =
                runs(base, candidate)
                        .flatMap(run -> run.profile().stream())
                        .map(MeasuredProfile::event)
                        .findFirst();
        if (event.isEmpty()) {
            return Optional.empty();
        }
        FrameComparer changes = new FrameComparer(base, candidate, event.get());
        changes.warn(warnings);
        return Optional.of(changes.compare(rows));
    }

    private static Stream<MeasuredRun> runs(Arm base, Arm candidate) {
        return Stream.of(base, candidate).flatMap(arm -> arm.runs().stream());
    }

    private static double known(MetricValue figure) {
        return NanFigures.orZero(figure.value());
    }

    private Optional<MeasuredProfile> profile(MeasuredRun run) {
        return run.profile()
                .filter(each -> each.event() == event)
                .map(each -> fewThreads ? each.asShares() : each);
    }

    private void warn(List<String> warnings) {
        List<String> without =
                runs(base, candidate)
                        .filter(run -> profile(run).isEmpty())
                        .map(run -> run.facts().name().text())
                        .toList();
        if (!without.isEmpty()) {
            warnings.add(
                    "No profile of %s is in %s."
                            .formatted(event.label(), String.join(", ", without)));
        }
        if (fewThreads) {
            warnings.add(
                    "The sampler of these profiles samples a few threads at a time: figures are"
                            + " shares of samples, not CPU time.");
        }
        Set<String> engines = new TreeSet<>();
        profiles.forEach(each -> engines.add(each.engine()));
        if (engines.size() > 1) {
            warnings.add(
                    "The profiles were sampled in different ways (%s): some see the kernel, some don't."
                            .formatted(String.join(", ", engines)));
        }
    }

    private FrameComparison compare(ComparisonRowBuilder rows) {
        List<Method> methods = methods();
        List<MetricValues> family = new ArrayList<>();
        family.add(values("profile.all", "all methods", (profile, _) -> profile.whole()));
        List<Method> self = self(methods);
        for (Method each : self) {
            family.add(
                    values(
                            "profile.self." + each.name(),
                            each.name(),
                            (profile, name) ->
                                    profile.self().getOrDefault(name, profile.nothing())));
        }
        for (Method each : callers(methods)) {
            family.add(
                    values(
                            "profile.total." + each.name(),
                            each.name(),
                            (profile, name) ->
                                    profile.total().getOrDefault(name, profile.nothing())));
        }
        List<ComparisonRow> all =
                rows.of(
                        family,
                        !base.isRepeated() && !candidate.isRepeated(),
                        judged -> ofSingle(judged, rows.order()));
        return new FrameComparison(
                event,
                all.getFirst(),
                largestFirst(all.subList(1, 1 + self.size())),
                largestFirst(all.subList(1 + self.size(), all.size())));
    }

    /** Returns the rule for one run per arm; profiles without blocks get no verdict. */
    private VerdictRule ofSingle(List<MetricValues> judged, RunOrder order) {
        return profiles.stream().allMatch(MeasuredProfile::isByBlocks)
                ? new SingleProfilesRule(judged, profiles.getFirst(), profiles.getLast())
                : new TooFewRunsRule(order);
    }

    /** Lists methods above the noise, largest first, callers before callees. */
    private List<Method> methods() {
        Set<String> names = new LinkedHashSet<>();
        profiles.forEach(each -> names.addAll(each.total().keySet()));
        List<Method> methods = new ArrayList<>();
        for (String name : names) {
            double self = 0;
            double[] totals = new double[profiles.size()];
            for (int i = 0; i < totals.length; i++) {
                MeasuredProfile profile = profiles.get(i);
                self += known(profile.self().getOrDefault(name, profile.nothing()));
                totals[i] = known(profile.total().getOrDefault(name, profile.nothing()));
            }
            Method method = new Method(name, self, totals);
            if (method.total() >= least) {
                methods.add(method);
            }
        }
        methods.sort(Comparator.comparingDouble(each -> -each.total()));
        return methods;
    }

    private List<Method> self(List<Method> methods) {
        return methods.stream()
                .filter(each -> each.self() >= least && each.self() > 0)
                .sorted(Comparator.comparingDouble(each -> -each.self()))
                .limit(MOST_SELF)
                .toList();
    }

    /**
     * Lists methods with callees that neither contain nearly all samples nor only wrap one method.
     */
    private List<Method> callers(List<Method> methods) {
        List<Method> callers = new ArrayList<>();
        for (int i = 0; i < methods.size() && callers.size() < MOST_TOTAL; i++) {
            Method method = methods.get(i);
            double total = method.total();
            if (total < NEARLY_ALL * whole
                    && method.self() < (1 - HARDLY_ANY) * total
                    && methods.subList(i + 1, methods.size()).stream()
                            .takeWhile(other -> other.total() >= (1 - HARDLY_ANY) * total)
                            .noneMatch(method::onlyCalls)) {
                callers.add(method);
            }
        }
        return callers;
    }

    private MetricValues values(
            String metric, String name, BiFunction<MeasuredProfile, String, MetricValue> figure) {
        Function<Arm, List<MetricValue>> figures =
                arm ->
                        arm.runs().stream()
                                .map(
                                        run ->
                                                profile(run)
                                                        .map(each -> figure.apply(each, name))
                                                        .orElse(NO_PROFILE))
                                .toList();
        Metric.Unit unit = fewThreads ? Metric.Unit.RATIO : MeasuredProfile.unit(event);
        return new MetricValues(
                new Metric(metric, name, unit, Group.TIME, true),
                figures.apply(base),
                figures.apply(candidate));
    }

    private static List<ComparisonRow> largestFirst(List<ComparisonRow> rows) {
        return rows.stream()
                .filter(row -> difference(row) != 0)
                .sorted(Comparator.comparingDouble(row -> -Math.abs(difference(row))))
                .toList();
    }

    private static double difference(ComparisonRow row) {
        return row.change().map(change -> change.difference().value()).orElse(0.0);
    }
}
