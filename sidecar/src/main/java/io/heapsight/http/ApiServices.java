/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.advice.TargetObservation;
import io.heapsight.compare.StoredRunComparer;
import io.heapsight.config.Setting;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.experiment.Experiments;
import io.heapsight.gc.GcActivity;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.bundle.BundleParts;
import io.heapsight.http.bundle.BundleResource;
import io.heapsight.http.evidence.StoreResource;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Route;
import io.heapsight.http.status.TargetHealthResource;
import io.heapsight.job.Jobs;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.loader.LoaderMeter;
import io.heapsight.memory.MemoryView;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.metrics.MetricFilter;
import io.heapsight.operation.OperationGate;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.profile.ProfileServices;
import io.heapsight.recording.RecordingServices;
import io.heapsight.report.TargetsReport;
import io.heapsight.run.RunRecorder;
import io.heapsight.status.TargetHealth;
import io.heapsight.store.StoreUploads;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.trigger.KeptReports;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.vmlog.GcLogServices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The services behind the API. All are called concurrently on virtual threads.
 *
 * @param connections to the observed JVMs
 * @param inSight lists every visible JVM and the operations it supports
 * @param examiner diagnoses a target without sending it anything; writes a test object to the store
 *     if the second argument is true
 * @param readiness the sampled targets, or the reason for their absence
 * @param metrics the metrics page for a Content-Type, or a part of it, in UTF-8 pieces
 * @param callers counts callers
 * @param samples returns the samples of a target; empty if it is no longer sampled
 * @param histograms takes histograms, limited by the gate
 * @param threads takes thread dumps, limited by the gate
 * @param trimmer trims native heaps, limited by the gate
 * @param reports reports captured by rules, by kind
 * @param jobs of the sidecar
 * @param heapDumps takes, stores and analyses heap dumps
 * @param profiles takes, stores and compares profiles
 * @param recordings takes and stores Flight Recorder recordings
 * @param gcLogs takes and stores GC logs
 * @param runs records and stores runs
 * @param operations gate and audit log
 * @param triggers rules and their firings
 * @param memory breaks down a target's memory; may query the target; empty if it is no longer
 *     sampled
 * @param observer collects data for advice; sends nothing to the target
 * @param activity observes a target's collector; may query the target; empty if it is no longer
 *     sampled
 * @param postmortems records of targets that died
 * @param experiments switches targets between states
 * @param stores uploads stored files
 * @param version of heapsight
 */
public record ApiServices(
        Supplier<List<TargetConnection>> connections,
        InSight inSight,
        Examiner examiner,
        Supplier<Reading<String>> readiness,
        BiFunction<String, MetricFilter, List<byte[]>> metrics,
        HttpCounters callers,
        Function<TargetConnection, Optional<TargetMonitor>> samples,
        HistogramTaker histograms,
        ThreadDumpTaker threads,
        NativeHeapTrimmer trimmer,
        LoaderMeter loaders,
        List<KeptReports> reports,
        Jobs jobs,
        HeapDumpServices heapDumps,
        ProfileServices profiles,
        RecordingServices recordings,
        GcLogServices gcLogs,
        RunRecorder runs,
        OperationGate operations,
        TriggerWatch triggers,
        BiFunction<TargetConnection, CancelSignal, Optional<MemoryView>> memory,
        BiFunction<TargetConnection, MemoryView, TargetObservation> observer,
        BiFunction<TargetConnection, CancelSignal, Optional<GcActivity>> activity,
        PostmortemStore postmortems,
        Experiments experiments,
        StoreUploads stores,
        String version) {
    /** Lists the visible JVMs. */
    @FunctionalInterface
    public interface InSight {
        /**
         * Lists the visible JVMs.
         *
         * @throws ProblemException if processes can't be listed
         */
        TargetsReport report() throws ProblemException;
    }

    /** Diagnoses targets. */
    @FunctionalInterface
    public interface Examiner {
        /**
         * Diagnoses a target, or explains why there is none.
         *
         * @param services whether to check the store and the cluster, too
         * @param cancel ends the check of the store
         */
        Diagnosis examine(Optional<TargetConnection> target, boolean services, CancelSignal cancel);
    }

    /** All routes of the server, in reading order. */
    List<Route> routes(List<Setting> settings) {
        List<Route> routes = new ArrayList<>();
        TargetResolver chosen = new TargetResolver(connections, settings);
        routes.add(new IndexResource(() -> routes, triggers.tally()).route());
        routes.add(new PageResource().route());
        routes.add(new MetricsResource(metrics).route());
        routes.addAll(new HealthResource(readiness).routes());
        routes.add(new OpenApiResource(() -> routes, version).route());
        routes.add(new ConfigResource(settings).route());
        routes.add(new TargetsResource(inSight).route());
        routes.add(
                new TargetHealthResource(
                                TargetResolver.TARGET, exchange -> observed(chosen, exchange))
                        .route());
        routes.add(new DoctorResource(chosen, examiner).route());
        routes.addAll(new JstatResource(chosen, samples).routes());
        routes.add(new SamplesResource(chosen, samples).route());
        routes.addAll(new HistogramResource(chosen, histograms).routes());
        routes.add(new GarbageResource(chosen, histograms).route());
        routes.add(new ThreadsResource(chosen, threads).route());
        reports.forEach(each -> routes.addAll(new KeptReportsResource(each).routes()));
        routes.addAll(new HeapDumpsResource(chosen, heapDumps, stores).routes());
        routes.addAll(new ExplorerResource(heapDumps).routes());
        routes.addAll(new MatReportResource(heapDumps).routes());
        routes.addAll(new ProfilesResource(chosen, profiles).routes());
        routes.addAll(new RecordingsResource(chosen, recordings).routes());
        routes.addAll(new GcLogResource(chosen, gcLogs).routes());
        routes.add(new MemoryResource(chosen, loaders, memory).route());
        routes.add(new GcResource(chosen, activity).route());
        routes.add(new TrimResource(chosen, trimmer).route());
        routes.addAll(new PostmortemsResource(postmortems).routes());
        routes.addAll(new StoreUploadResource(stores).routes());
        routes.add(new StoreResource(stores).route());
        routes.add(new AdviceResource(chosen, memory, observer).route());
        routes.addAll(new RunsResource(chosen, runs).routes());
        routes.add(new CompareResource(new StoredRunComparer(runs.store())).route());
        routes.addAll(new ExperimentsResource(chosen, experiments).routes());
        routes.addAll(new JobsResource(jobs).routes());
        routes.addAll(new RulesResource(chosen, triggers, samples).routes());
        routes.add(new AuditResource(operations).route());
        routes.add(
                new BundleResource(
                                () -> routes,
                                TargetResolver.TARGET,
                                new BundleParts(heapDumps, recordings, postmortems))
                        .route());
        return List.copyOf(routes);
    }

    private TargetHealth.Sources observed(TargetResolver chosen, Exchange exchange)
            throws ProblemException {
        TargetConnection target = chosen.chosen(exchange);
        Optional<MemoryView> view = memory.apply(target, exchange.cancel());
        Optional<GcActivity> seen = activity.apply(target, exchange.cancel());
        if (view.isEmpty() || seen.isEmpty() || !target.alive()) {
            throw new ProblemException(TargetResolver.gone(target));
        }
        return new TargetHealth.Sources(
                view.get(),
                seen.get(),
                observer.apply(target, view.get()),
                examiner.examine(Optional.of(target), false, exchange.cancel()),
                postmortems.list(),
                triggers.statuses());
    }
}
