/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.advice.Observation;
import io.heapsight.compare.StoredArms;
import io.heapsight.config.Setting;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.dump.HeapDumps;
import io.heapsight.experiment.Experiments;
import io.heapsight.histogram.Histograms;
import io.heapsight.http.route.Route;
import io.heapsight.job.Jobs;
import io.heapsight.memory.MemoryView;
import io.heapsight.metrics.HttpTally;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.report.TargetsReport;
import io.heapsight.run.RunRecorder;
import io.heapsight.target.TargetConnection;
import io.heapsight.trigger.TriggerCounts;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the API serves from. Everything is called on virtual threads, by several at once.
 *
 * @param connections to the JVMs that are watched now
 * @param inSight every JVM that can be seen, and what works on it
 * @param examiner says what works, and why not
 * @param readiness what is being sampled, or why nothing is
 * @param metrics the metrics page
 * @param callers is told of them
 * @param histograms takes histograms through the gate
 * @param jobs of the sidecar
 * @param heapDumps takes, keeps and analyses heap dumps
 * @param runs records and keeps runs
 * @param triggers what fired by itself
 * @param observer what is known of a target
 * @param memory where a target's memory is
 * @param postmortems of targets that died
 * @param experiments switches targets between states
 * @param version of heapsight
 */
public record Api(
        Supplier<List<TargetConnection>> connections,
        InSight inSight,
        Examiner examiner,
        Supplier<Reading<String>> readiness,
        Metrics metrics,
        HttpTally callers,
        Histograms histograms,
        Jobs jobs,
        HeapDumps heapDumps,
        RunRecorder runs,
        TriggerCounts triggers,
        Observer observer,
        MemoryWatch memory,
        PostmortemStore postmortems,
        Experiments experiments,
        String version) {
    /** Every JVM that can be seen. */
    @FunctionalInterface
    public interface InSight {
        /**
         * Looks.
         *
         * @throws ProblemException when processes can't be listed
         */
        TargetsReport report() throws ProblemException;
    }

    /** Says what works, and which line to change. */
    @FunctionalInterface
    public interface Examiner {
        /**
         * Looks; sends nothing to the target.
         *
         * @param target empty: none is followed
         */
        Diagnosis examine(Optional<TargetConnection> target);
    }

    /** Gathers what is known of a target. */
    @FunctionalInterface
    public interface Observer {
        /** Looks; may ask the target. */
        Observation observe(TargetConnection target, CancelSignal cancel);
    }

    /** Looks where a target's memory is. */
    @FunctionalInterface
    public interface MemoryWatch {
        /**
         * Looks; may ask the target.
         *
         * @throws ProblemException when the target is not sampled yet
         */
        MemoryView look(TargetConnection target, CancelSignal cancel) throws ProblemException;
    }

    /** The metrics page, in the form that a scraper accepts. */
    public interface Metrics {
        /** The Content-Type to answer with, by the {@code Accept} header, if there was one. */
        String contentType(Optional<String> accept);

        /** The page in that form, in UTF-8. */
        byte[] render(String contentType);
    }

    /** Every route of the server, in the order in which people read them. */
    List<Route> routes(List<Setting> settings) {
        List<Route> routes = new ArrayList<>();
        Targets chosen = new Targets(connections);
        routes.add(new IndexResource(() -> routes, triggers).route());
        routes.add(new MetricsResource(metrics).route());
        routes.addAll(new HealthResource(readiness).routes());
        routes.add(new OpenApiResource(() -> routes, version).route());
        routes.add(new ConfigResource(settings).route());
        routes.add(new TargetsResource(inSight).route());
        routes.add(new DoctorResource(chosen, examiner).route());
        routes.addAll(new JstatResource(chosen).routes());
        routes.addAll(new HistogramResource(chosen, histograms).routes());
        routes.add(new GarbageResource(chosen, histograms).route());
        routes.addAll(new HeapDumpsResource(chosen, heapDumps).routes());
        routes.add(new MemoryResource(chosen, memory).route());
        routes.addAll(new PostmortemsResource(postmortems).routes());
        routes.add(new AdviceResource(chosen, observer).route());
        routes.addAll(new RunsResource(chosen, runs).routes());
        routes.add(new CompareResource(new StoredArms(runs.store())).route());
        routes.addAll(new ExperimentsResource(chosen, experiments).routes());
        routes.addAll(new JobsResource(jobs).routes());
        return List.copyOf(routes);
    }
}
