/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.advice.RunsWithJobMarks;
import io.heapsight.advice.TargetObservation;
import io.heapsight.advice.TargetObserver;
import io.heapsight.cli.jvm.LocalDoctor;
import io.heapsight.cli.jvm.LocalTargets;
import io.heapsight.collector.LiveGcActivityReader;
import io.heapsight.config.SidecarConfig;
import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.experiment.Experiments;
import io.heapsight.experiment.StepRestrictions;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.ApiServer;
import io.heapsight.http.ApiServices;
import io.heapsight.job.Jobs;
import io.heapsight.jstat.Sampler;
import io.heapsight.jstat.SamplerSettings;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.jvm.TargetWatcher;
import io.heapsight.loader.LoaderMeter;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.memory.MemoryView;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.metrics.HttpCounters;
import io.heapsight.metrics.MetricsPage;
import io.heapsight.operation.OperationGate;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.postmortem.DeathWatches;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.ProfileServices;
import io.heapsight.recording.RecordingServices;
import io.heapsight.run.RunRecorder;
import io.heapsight.store.StoreUploads;
import io.heapsight.trigger.TriggerWatch;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import io.heapsight.vmlog.GcLogServices;
import io.heapsight.webhook.Webhook;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Creates the parts of a sidecar and connects them. */
public final class SidecarWiring {
    private static final int HISTOGRAMS_KEPT = 8;
    private static final Duration HISTORY = Duration.ofHours(1);
    private static final int MAX_SAMPLES = 3600;

    private final TargetConnector connector;
    private final LocalTargets targets;
    private final HttpCounters callers = new HttpCounters();
    private final OtlpPushCounts pushes = new OtlpPushCounts();

    public SidecarWiring(TargetConnector connector, LocalTargets targets) {
        this.connector = connector;
        this.targets = targets;
    }

    /**
     * Starts sampling and serving.
     *
     * @throws ProblemException if the port is in use, or a configured file is invalid
     */
    public Sidecar start(SidecarConfig config, EventLog log) throws ProblemException {
        List<Runnable> stops = new ArrayList<>();
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        stops.add(executor::shutdownNow);
        SteadyClock clock = SteadyClock.system(log);
        Sampler sampler = sampler(config.sampling(), executor, clock, log);
        stops.add(sampler::close);
        try {
            Services services = services(config, sampler, executor, clock, log, stops);
            tell(services, sampler, executor, log);
            ApiServices api = api(config, sampler, services, log);
            ApiServer server = ApiServer.start(config, api, log);
            stops.add(server::close);
            // Runs first: callers that disconnect at the stop of the server must not delete Jobs.
            stops.add(services.stores()::closing);
            sampler.start();
            executor.execute(() -> services.doctor().reportAbsence(log));
            services.schedules().histograms(services.histograms(), config.histograms());
            new OtlpWiring(config, connector.procFs(), pushes).start(sampler, clock, log, stops);
            return new Sidecar(server.port(), server.idle(), stops);
        } catch (ProblemException e) {
            Sidecar.stopAll(stops);
            throw e;
        }
    }

    /**
     * Creates the operations on targets.
     *
     * @param stops receives the actions that stop it
     */
    private Services services(
            SidecarConfig config,
            Sampler sampler,
            ExecutorService executor,
            SteadyClock clock,
            EventLog log,
            List<Runnable> stops)
            throws ProblemException {
        Webhook webhook = WebhookWiring.webhook(config, log, stops);
        OperationGate operations =
                new OperationGate(config.histograms().minimumIntervals(), clock, log);
        HistogramTaker histograms = histograms(config, operations, clock);
        ProcFs procFs = connector.procFs();
        DumpWiring dumpWiring = new DumpWiring(config, procFs, clock, log);
        Jobs jobs = dumpWiring.jobs();
        stops.add(jobs::close);
        HeapDumpServices dumps = dumpWiring.dumps(jobs, operations, histograms);
        RecordingServices recordings =
                new RecordingWiring(config, procFs, clock, log).recordings(jobs, operations);
        ProfileServices profiles =
                new ProfileWiring(config, procFs, clock, log)
                        .profiles(jobs, operations, recordings);
        GcLogServices gcLogs = new GcLogWiring(config, procFs, clock, log).logs(jobs, operations);
        RunRecorder.Takers takers = new RunRecorder.Takers(histograms, dumps.taker(), profiles);
        RunRecorder runs = new RunWiring(config, clock, log).runs(sampler, takers, stops);
        KeptReportWiring.Reports reports =
                new KeptReportWiring(config, clock, log).reports(operations, histograms);
        DeathWatches deaths =
                new PostmortemWiring(config, procFs, clock, log)
                        .deaths(histograms.history(), dumps, recordings, profiles, reports, stops);
        ScheduleWiring schedules = new ScheduleWiring(() -> connections(sampler), log, stops);
        NativeMemoryCache nativeMemories = schedules.nativeMemories(config, clock);
        UploadWiring.Kept kept =
                new UploadWiring.Kept(
                        dumps, recordings, gcLogs, profiles, reports.kept(), deaths.store());
        StoreUploads stores =
                new UploadWiring(config, procFs, log).uploads(kept, jobs, operations, stops);
        TriggerWatch triggers =
                new TriggerWiring(
                                operations,
                                reports,
                                kept,
                                stores,
                                config.stores().automatic(),
                                webhook)
                        .watch(config, executor, clock, log);
        stops.add(triggers::close);
        return new Services(
                operations,
                histograms,
                jobs,
                dumps,
                profiles,
                recordings,
                gcLogs,
                runs,
                doctor(config, histograms.pauses()),
                deaths,
                schedules,
                nativeMemories,
                reports,
                triggers,
                stores,
                webhook,
                PyroscopeWiring.connect(config, profiles.store(), log, stops));
    }

    private static HistogramTaker histograms(
            SidecarConfig config, OperationGate operations, SteadyClock clock) {
        HistogramHistory history = new HistogramHistory(HISTOGRAMS_KEPT);
        return new HistogramTaker(
                operations,
                history,
                config.sampling().attachTimeout(),
                clock,
                new PauseEstimator(config.maxPause()));
    }

    private LocalDoctor doctor(SidecarConfig config, PauseEstimator pauses) {
        TargetSelector selector = TargetSelector.parse(config.sampling().target());
        return new LocalDoctor(config, connector.procFs(), targets, selector, pauses, pushes);
    }

    private Sampler sampler(
            SidecarConfig.Sampling config,
            ExecutorService executor,
            SteadyClock clock,
            EventLog log) {
        TargetWatcher watcher =
                new TargetWatcher(
                        new TargetFinder(connector.procFs(), connector.workers()),
                        TargetSelector.parse(config.target()));
        long samples = Math.max(1, HISTORY.dividedBy(config.interval()));
        SamplerSettings settings =
                new SamplerSettings(
                        config.interval(),
                        config.heapInfoInterval(),
                        config.codeCacheInterval(),
                        config.attachTimeout(),
                        (int) Math.min(MAX_SAMPLES, samples),
                        EcsTaskLimitsReader.read(log).within(config.podMemoryLimit()));
        return new Sampler(watcher, connector, settings, executor, clock, log);
    }

    /** The operations on targets. */
    private record Services(
            OperationGate operations,
            HistogramTaker histograms,
            Jobs jobs,
            HeapDumpServices heapDumps,
            ProfileServices profiles,
            RecordingServices recordings,
            GcLogServices gcLogs,
            RunRecorder runs,
            LocalDoctor doctor,
            DeathWatches deaths,
            ScheduleWiring schedules,
            NativeMemoryCache nativeMemories,
            KeptReportWiring.Reports reports,
            TriggerWatch triggers,
            StoreUploads stores,
            Webhook webhook,
            DeliveryCounts pyroscope) {}

    /** Registers the listeners for targets, in order. */
    private static void tell(Services services, Sampler sampler, Executor executor, EventLog log) {
        WebhookWiring.tell(services.webhook(), services.deaths().store(), services.jobs());
        sampler.onCame(
                target -> {
                    services.deaths().came(target);
                    executor.execute(() -> greet(services, target.connection(), log));
                });
        sampler.onSample(
                target -> {
                    services.runs().sampled(target);
                    services.deaths().sampled(target);
                    services.triggers().sampled(target).ifPresent(sampler::sampleWithin);
                });
        services.histograms()
                .onLive(
                        histogram ->
                                sampler.liveSetMeasured(
                                        histogram.pid(), histogram.totals().bytes()));
        sampler.onGone(
                pid -> {
                    services.runs().targetGone(pid);
                    services.deaths().gone(pid);
                    services.triggers().gone(pid);
                    services.histograms().forget(pid);
                    services.nativeMemories().forget(pid);
                    services.reports().threads().dumps().forget(pid);
                    services.heapDumps().analyses().summaries().forget(pid);
                });
    }

    /** Starts the first queries of a target, which may block. */
    private static void greet(Services services, TargetConnection target, EventLog log) {
        services.reports().threads().dumps().removeLeftovers(target, log); // may wait
        services.heapDumps().taker().removeLeftovers(target);
        services.profiles().taker().removeLeftovers(target);
        services.recordings().taker().removeLeftovers(target);
        services.gcLogs().taker().removeLeftovers(target);
        services.recordings().continuousRecordings().came(target);
        services.heapDumps().analyses().summaries().recall(target);
        services.doctor().report(target, log);
    }

    private MetricsPage metrics(
            SidecarConfig config, Sampler sampler, Services services, EventLog log)
            throws ProblemException {
        try {
            MetricsPage page =
                    MetricsPage.of(
                            new MetricsPage.Sources(
                                    sampler,
                                    services.operations(),
                                    services.histograms(),
                                    services.heapDumps().analyses().summaries(),
                                    services.triggers().tally(),
                                    services.webhook().counts(),
                                    services.stores().counts(),
                                    pushes,
                                    services.pyroscope(),
                                    services.deaths().oomKills(),
                                    services.nativeMemories(),
                                    services.recordings().continuousRecordings(),
                                    services.reports().threads().dumps(),
                                    callers,
                                    connector.procFs(),
                                    config.histograms().top(),
                                    config.http().metricNames()),
                            ProgramVersion.number(),
                            log);
            sampler.onRound(page::refresh);
            return page;
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The sidecar's own process is not in /proc",
                    IoReason.of(e),
                    "Mount /proc in the sidecar's container as the container runtime does"
                            + " by default.",
                    e);
        }
    }

    private ApiServices api(SidecarConfig config, Sampler sampler, Services services, EventLog log)
            throws ProblemException {
        MetricsPage page = metrics(config, sampler, services, log);
        Duration timeout = config.sampling().attachTimeout();
        MemoryObserver memory =
                new MemoryObserver(timeout, services.nativeMemories(), InstantSource.system());
        LiveGcActivityReader collector =
                new LiveGcActivityReader(timeout, services.nativeMemories());
        return new ApiServices(
                () -> connections(sampler),
                targets::report,
                services.doctor()::examine,
                () -> readiness(sampler),
                page::render,
                callers,
                target -> monitor(sampler, target),
                services.histograms(),
                services.reports().threads().dumps(),
                new NativeHeapTrimmer(services.operations(), timeout, InstantSource.system()),
                new LoaderMeter(services.operations(), timeout),
                services.reports().kept(),
                services.jobs(),
                services.heapDumps(),
                services.profiles(),
                services.recordings(),
                services.gcLogs(),
                services.runs(),
                services.operations(),
                services.triggers(),
                (target, cancel) ->
                        monitor(sampler, target).map(each -> memory.observe(each, cancel)),
                observer(sampler, services.runs()),
                (target, cancel) ->
                        monitor(sampler, target).map(each -> collector.observe(each, cancel)),
                services.deaths().store(),
                new Experiments(
                        services.jobs(),
                        services.runs(),
                        StepRestrictions.ofApi(config.runs().experimentHosts())),
                services.stores(),
                ProgramVersion.number());
    }

    private static BiFunction<TargetConnection, MemoryView, TargetObservation> observer(
            Sampler sampler, RunRecorder runs) {
        TargetObserver observer = new TargetObserver(new RunsWithJobMarks(runs.store()));
        return (target, memory) ->
                monitor(sampler, target)
                        .map(monitor -> observer.observe(monitor, memory))
                        .orElseGet(() -> TargetObservation.nothing(target.jvm()));
    }

    private static Optional<TargetMonitor> monitor(Sampler sampler, TargetConnection target) {
        return sampler.monitors().stream()
                .filter(monitor -> monitor.connection().equals(target))
                .findFirst();
    }

    private static List<TargetConnection> connections(Sampler sampler) {
        return sampler.monitors().stream().map(TargetMonitor::connection).toList();
    }

    private static Reading<String> readiness(Sampler sampler) {
        List<TargetMonitor> monitors = sampler.monitors();
        if (monitors.isEmpty()) {
            return Reading.missing("no visible JVM matches HEAPSIGHT_TARGET");
        }
        return Reading.of(
                "sampling "
                        + monitors.stream()
                                .map(monitor -> monitor.jvm().label())
                                .collect(Collectors.joining(", ")));
    }
}
