/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.advice.TargetObservation;
import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.DumpUploads;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.HeapDumpTaker;
import io.heapsight.dump.analysis.DumpAnalyses;
import io.heapsight.dump.analysis.DumpRedactions;
import io.heapsight.dump.analysis.LastSummaries;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.mat.MatReports;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.experiment.Experiments;
import io.heapsight.experiment.StepRestrictions;
import io.heapsight.gc.GcActivities;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.route.Route;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.kept.StorageRetention;
import io.heapsight.loader.LoaderMeter;
import io.heapsight.memory.MemoryViews;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.metrics.MetricFilter;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.profile.ProfileReaderProcess;
import io.heapsight.profile.ProfileServices;
import io.heapsight.profile.ProfileStore;
import io.heapsight.profile.ProfileTaker;
import io.heapsight.profile.ProfilerLibrary;
import io.heapsight.recording.ContinuousRecordings;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.recording.RecordingScrubs;
import io.heapsight.recording.RecordingServices;
import io.heapsight.recording.RecordingStore;
import io.heapsight.recording.RecordingSummaries;
import io.heapsight.recording.RecordingTaker;
import io.heapsight.report.TargetsReport;
import io.heapsight.run.RunRecorder;
import io.heapsight.run.RunStore;
import io.heapsight.store.PendingUploads;
import io.heapsight.store.StoreFolderNames;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.UploadCounts;
import io.heapsight.store.UploadSettings;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import io.heapsight.upload.Uploader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** The real server with its real routes over replayed targets. */
final class RunningApi extends CallableApi {
    /** The log. */
    final List<String> log = new CopyOnWriteArrayList<>();

    /** Outcomes of callers' requests. */
    final HttpCounters callers = new HttpCounters();

    /** Captures as rules do. */
    final RunningReports reports;

    /** The events that fired. */
    final TriggerWatch triggers;

    /** Whether a diagnosis wrote a test object to the store. */
    volatile boolean storeWasChecked;

    private final ApiServer server;
    private final List<Route> routes;
    private final Jobs jobs;
    private final HeapDumpServices dumps;

    /** Starts it with these settings, on any free port. */
    static RunningApi of(Map<String, String> environment, List<TargetConnection> targets)
            throws ProblemException {
        return new RunningApi(environment, targets, List.of());
    }

    RunningApi(Map<String, String> environment, List<TargetConnection> targets, List<Route> more)
            throws ProblemException {
        Map<String, String> settings = new HashMap<>(environment);
        settings.put("HEAPSIGHT_PORT", "0");
        SidecarConfig config = SidecarConfig.read(settings);
        EventLog events = new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system());
        SteadyClock clock = SteadyClock.system(events);
        Map<OperationKind, Duration> minimumIntervals = config.histograms().minimumIntervals();
        OperationGate operations = new OperationGate(minimumIntervals, clock, events);
        HistogramTaker histograms =
                new HistogramTaker(
                        operations,
                        new HistogramHistory(4),
                        config.sampling().attachTimeout(),
                        clock,
                        new PauseEstimator(config.maxPause()));
        jobs = jobs(config, events);
        dumps = heapDumps(config, operations, histograms, events);
        ProfileServices profiles = profiles(config, jobs, operations, events);
        RunRecorder runs =
                runs(config, new RunRecorder.Takers(histograms, dumps.taker(), profiles), events);
        reports = RunningReports.of(config, operations, histograms, events);
        triggers =
                new TriggerWatch(
                        config.triggers(),
                        Map.of(),
                        Runnable::run,
                        config.dataDir(),
                        clock,
                        events);
        ApiServices api =
                new ApiServices(
                        () -> targets,
                        () -> seen(targets),
                        (target, services, _) -> {
                            storeWasChecked |= services;
                            return Diagnoses.of(target.map(TargetConnection::jvm));
                        },
                        () ->
                                targets.isEmpty()
                                        ? Reading.missing("no JVM is visible")
                                        : Reading.of("sampling"),
                        RunningApi::oneMetric,
                        callers,
                        _ -> Optional.empty(),
                        histograms,
                        reports.threads().dumps(),
                        new NativeHeapTrimmer(operations, config.sampling().attachTimeout(), clock),
                        new LoaderMeter(operations, config.sampling().attachTimeout()),
                        reports.kept(),
                        jobs,
                        dumps,
                        profiles,
                        recordings(config, operations, events),
                        RunningGcLogs.of(config, jobs, operations, events),
                        runs,
                        operations,
                        triggers,
                        (target, _) -> Optional.of(MemoryViews.of(target.jvm())),
                        (target, _) -> TargetObservation.nothing(target.jvm()),
                        (_, _) -> Optional.of(GcActivities.explicit()),
                        postmortems(config, events),
                        new Experiments(jobs, runs, StepRestrictions.ofApi(List.of())),
                        noStore(config, jobs, events),
                        "0.1.0");
        routes = new ArrayList<>(api.routes(config.settings()));
        routes.addAll(more);
        server = ApiServer.start(config.http(), routes, callers, events);
    }

    private static StoreUploads noStore(SidecarConfig config, Jobs jobs, EventLog events) {
        return new StoreUploads(
                new UploadSettings(
                        Optional.empty(),
                        true,
                        new StoreFolderNames(List.of()),
                        AnalysisMemory.of(ProcFs.system(), Optional.empty()),
                        (job, _, work) -> work.run(job),
                        UploadSettings.Patience.USUAL),
                Map.of(),
                new PendingUploads(config.dataDir(), events),
                jobs,
                new UploadCounts(_ -> {}),
                events);
    }

    private static RunRecorder runs(
            SidecarConfig config, RunRecorder.Takers takers, EventLog events) {
        try {
            return new RunRecorder(
                    RunStore.open(config.dataDir(), config.runs().kept()),
                    new RunRecorder.Sampling(List::of, () -> {}, SteadyClock.system(events)),
                    takers,
                    config.runs().mostBytes(),
                    events);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProfileServices profiles(
            SidecarConfig config, Jobs jobs, OperationGate operations, EventLog events) {
        try {
            ProfileStore store = ProfileStore.open(config.dataDir());
            ProfileReaderProcess reader = new ProfileReaderProcess();
            return new ProfileServices(
                    store,
                    new ProfileTaker(
                            jobs,
                            operations,
                            new AsyncProfiler(
                                    ProcFs.system(),
                                    ProfilerLibrary.ofProgram(),
                                    Optional.empty(),
                                    ByteSize.parse("1m"),
                                    config.sampling().attachTimeout()),
                            FlightRecorder.ofSidecar(
                                    Optional.empty(),
                                    config.recordings().most(),
                                    config.sampling().attachTimeout()),
                            reader,
                            new StorageRetention<>(
                                    store.files(),
                                    config.profiles().quota(),
                                    "profile",
                                    "profile",
                                    events),
                            config.profiles().consent(),
                            SteadyClock.system(events),
                            events),
                    reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PostmortemStore postmortems(SidecarConfig config, EventLog events) {
        try {
            return PostmortemStore.open(config.dataDir(), config.postmortemsKept(), events);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Jobs jobs(SidecarConfig config, EventLog events) {
        try {
            return Jobs.open(config.dataDir(), events, SteadyClock.system(events));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RecordingServices recordings(
            SidecarConfig config, OperationGate operations, EventLog events) {
        try {
            RecordingStore store = RecordingStore.open(config.dataDir());
            AnalysisMemory memory =
                    new AnalysisMemory(ProcFs.system(), Optional.empty(), OptionalLong::empty);
            RecordingSummaries summaries = new RecordingSummaries(jobs, store.files(), memory);
            StorageRetention<RecordingRecord> retention =
                    new StorageRetention<>(
                            store.files(),
                            config.recordings().quota(),
                            "recording",
                            "recording",
                            events);
            return new RecordingServices(
                    store,
                    new RecordingTaker(
                            jobs,
                            operations,
                            FlightRecorder.ofSidecar(
                                    Optional.empty(),
                                    config.recordings().most(),
                                    config.sampling().attachTimeout()),
                            retention,
                            summaries,
                            SteadyClock.system(events),
                            events),
                    summaries,
                    new RecordingScrubs(store.files(), memory),
                    new ContinuousRecordings(
                            config.recordings().blackBox(),
                            new ContinuousRecordings.Bounds(
                                    config.recordings().most(),
                                    Optional.empty(),
                                    config.sampling().attachTimeout()),
                            retention,
                            summaries,
                            events));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private HeapDumpServices heapDumps(
            SidecarConfig config,
            OperationGate operations,
            HistogramTaker histograms,
            EventLog events) {
        try {
            SteadyClock clock = SteadyClock.system(events);
            ProcFs procFs = ProcFs.system();
            Duration timeout = config.sampling().attachTimeout();
            DumpStore store = DumpStore.open(config.dataDir());
            DumpAnalyses analyses =
                    new DumpAnalyses(
                            jobs,
                            store,
                            new LastSummaries(store, 3, clock, events),
                            new DumpAnalyses.Settings(
                                    new AnalysisMemory(
                                            procFs,
                                            config.heapDumps().analysisMemory(),
                                            OptionalLong::empty),
                                    false,
                                    config.heapDumps().quota()),
                            events);
            DumpRedactions redactions = new DumpRedactions(store, analyses);
            return new HeapDumpServices(
                    store,
                    new HeapDumpTaker(
                            jobs,
                            operations,
                            histograms,
                            new HeapDumper(procFs, Optional.empty(), timeout, timeout),
                            new StorageRetention<>(
                                    store.files(),
                                    config.heapDumps().quota(),
                                    "dump",
                                    "heapdump",
                                    events),
                            analyses,
                            timeout,
                            clock,
                            events),
                    analyses,
                    redactions,
                    new DumpUploads(
                            jobs,
                            store,
                            analyses,
                            redactions,
                            new Uploader(
                                    config.heapDumps().uploadAuthorities(),
                                    Uploader.Patience.USUAL),
                            events),
                    MatReports.open(
                            config.heapDumps().mat(),
                            jobs,
                            store,
                            analyses,
                            config.heapDumps().quota(),
                            events));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TargetsReport seen(List<TargetConnection> targets) {
        return new TargetsReport(
                targets.stream()
                        .map(
                                target ->
                                        new TargetsReport.Row(
                                                target.jvm(), Reading.of("ok"), Optional.empty()))
                        .toList());
    }

    /** A page of one metric. */
    private static List<byte[]> oneMetric(String contentType, MetricFilter filter) {
        String end = contentType.startsWith("a") ? "# EOF\n" : "";
        if (!filter.equals(MetricFilter.NONE)) {
            return List.of((filter + "\n" + end).getBytes(StandardCharsets.UTF_8));
        }
        return List.of(
                "heapsight_target_up 1.0\n".getBytes(StandardCharsets.UTF_8),
                end.getBytes(StandardCharsets.UTF_8));
    }

    Jobs jobs() {
        return jobs;
    }

    HeapDumpServices dumps() {
        return dumps;
    }

    @Override
    int port() {
        return server.port();
    }

    CountDownLatch idle() {
        return server.idle();
    }

    List<Route> routes() {
        return routes;
    }

    @Override
    public void close() {
        super.close();
        server.close();
    }
}
