/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.config.SidecarConfig;
import io.heapsight.dump.HeapDumpServices;
import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.dump.kubernetes.ServiceAccount;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.operation.OperationRequest;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.ProfileServices;
import io.heapsight.recording.RecordingServices;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceFile.Form;
import io.heapsight.store.EvidenceFinder;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.PendingUploads;
import io.heapsight.store.StoreFolderNames;
import io.heapsight.store.StoreUploads;
import io.heapsight.store.UploadChild;
import io.heapsight.store.UploadCounts;
import io.heapsight.store.UploadSettings;
import io.heapsight.store.read.DumpNames;
import io.heapsight.trigger.KeptReport;
import io.heapsight.trigger.KeptReports;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.vmlog.GcLogServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Creates the services that upload evidence, and selects automatic uploads and analyses. */
record UploadWiring(SidecarConfig config, ProcFs procFs, EventLog log) {
    private static final Pattern AUTOMATIC =
            Pattern.compile("(?:trigger|rule) .*|OutOfMemoryError");

    /** The stores of the evidence that can be uploaded. */
    record Kept(
            HeapDumpServices heapDumps,
            RecordingServices recordings,
            GcLogServices gcLogs,
            ProfileServices profiles,
            List<KeptReports> reports,
            PostmortemStore postmortems) {}

    /**
     * Restarts the uploads of an earlier start, and listens for new evidence.
     *
     * @param stops receives the actions that postpone uploads
     */
    StoreUploads uploads(Kept kept, Jobs jobs, OperationGate operations, List<Runnable> stops) {
        StoreUploads uploads =
                new StoreUploads(
                        new UploadSettings(
                                config.stores()
                                        .store()
                                        .map(
                                                it ->
                                                        new UploadSettings.Store(
                                                                it.url(), new UploadChild(it))),
                                config.stores().redact(),
                                names(System.getenv()),
                                AnalysisMemory.of(procFs, config.heapDumps().analysisMemory()),
                                kept.heapDumps().analyses()::before,
                                UploadSettings.Patience.USUAL),
                        sources(kept),
                        new PendingUploads(config.dataDir(), log),
                        jobs,
                        new UploadCounts(ended -> note(operations, ended)),
                        log);
        if (config.heapDumps().analysis() == AnalysisPlace.JOB) {
            AnalysisJobWiring.delegate(config, kept.heapDumps(), uploads, log);
        }
        stops.add(uploads::closing);
        uploads.resume();
        if (uploads.isConfigured() && config.stores().automatic()) {
            listen(uploads, kept, jobs);
        }
        return uploads;
    }

    private static void listen(StoreUploads uploads, Kept kept, Jobs jobs) {
        jobs.onResult(job -> ofTrigger(uploads, job));
        for (KeptReports reports : kept.reports()) {
            EvidenceKind kind = kindOf(reports);
            reports.files()
                    .onAdded(each -> uploads.startAutomatically(kind, each.id(), each.caller()));
        }
        kept.postmortems().onKept((postmortem, updated) -> ofDeath(uploads, postmortem, updated));
    }

    /** Uploads a heap dump or a recording as soon as it exists, and once more with a summary. */
    private static void ofTrigger(StoreUploads uploads, JobSnapshot job) {
        if (AUTOMATIC.matcher(job.caller()).matches()) {
            job.result()
                    .ifPresent(
                            path ->
                                    EvidenceKind.servedAt(path)
                                            .ifPresent(
                                                    kind ->
                                                            uploads.startAutomatically(
                                                                    kind,
                                                                    kind.idOf(path),
                                                                    job.caller())));
        }
    }

    /** Uploads also the black box recording of a dead target. */
    private static void ofDeath(StoreUploads uploads, Postmortem postmortem, boolean updated) {
        String caller = "postmortem " + postmortem.id();
        uploads.startAutomatically(EvidenceKind.POSTMORTEM, postmortem.id(), caller);
        if (!updated) {
            postmortem
                    .recording()
                    .ifPresent(
                            recording ->
                                    uploads.startAutomatically(
                                            EvidenceKind.RECORDING, recording, caller));
        }
    }

    private static void note(OperationGate operations, UploadCounts.Ended ended) {
        String id = ended.evidence().id();
        operations.note(
                new OperationRequest(
                        OperationKind.UPLOAD,
                        KeptFile.pidOf(id),
                        ended.evidence().target(),
                        ended.evidence().caller(),
                        new CancelSignal()),
                switch (ended.outcome()) {
                    case DONE -> OperationOutcome.DONE;
                    case FAILED -> OperationOutcome.FAILED;
                    case CANCELLED -> OperationOutcome.CANCELLED;
                },
                ended.took(),
                ended.bytes(),
                ended.problem().map(Problem::title).orElse(""));
    }

    /** Returns the configured cluster, with namespace and pod from Kubernetes. */
    private StoreFolderNames names(Map<String, String> environment) {
        return new StoreFolderNames(
                List.of(
                        config.stores().cluster().orElse(""),
                        namespace(environment),
                        PodName.of(environment).orElse("")));
    }

    /** Returns the pod's namespace; empty if unknown. */
    static String namespace(Map<String, String> environment) {
        String told = environment.get("POD_NAMESPACE");
        if (told != null) {
            return told;
        }
        try {
            return Files.readString(ServiceAccount.FOLDER.resolve("namespace")).strip();
        } catch (IOException _) {
            return ""; // no pod, or one without a token
        }
    }

    private static EvidenceKind kindOf(KeptReports reports) {
        return EvidenceKind.servedAt(reports.kind().path() + "/").orElseThrow();
    }

    private static Map<EvidenceKind, EvidenceFinder> sources(Kept kept) {
        Map<EvidenceKind, EvidenceFinder> sources = new EnumMap<>(EvidenceKind.class);
        for (KeptReports reports : kept.reports()) {
            sources.put(
                    kindOf(reports),
                    EvidenceFinder.of(reports.files(), each -> report(reports, each)));
        }
        sources.put(
                EvidenceKind.HEAPDUMP,
                EvidenceFinder.of(
                        kept.heapDumps().store().files(), dump -> files(kept.heapDumps(), dump)));
        sources.put(
                EvidenceKind.RECORDING,
                EvidenceFinder.of(
                        kept.recordings().store().files(),
                        it ->
                                summarised(
                                        kept.recordings().store().files(),
                                        it,
                                        new EvidenceFile(
                                                kept.recordings().store().files().file(it),
                                                it.id() + ".jfr.gz",
                                                Form.SCRUBBED))));
        sources.put(
                EvidenceKind.PROFILE,
                EvidenceFinder.of(
                        kept.profiles().store().files(),
                        it ->
                                List.of(
                                        new EvidenceFile(
                                                kept.profiles().store().files().file(it),
                                                it.id() + ".jfr.gz",
                                                Form.GZIP))));
        sources.put(
                EvidenceKind.GCLOG,
                EvidenceFinder.of(
                        kept.gcLogs().store().files(),
                        it ->
                                summarised(
                                        kept.gcLogs().store().files(),
                                        it,
                                        new EvidenceFile(
                                                kept.gcLogs().store().files().file(it),
                                                it.id() + ".gc.log.gz",
                                                Form.GZIP))));
        sources.put(EvidenceKind.POSTMORTEM, postmortems(kept.postmortems()));
        return sources;
    }

    /** Lists the summary first, because it is small and the most useful file. */
    private static List<EvidenceFile> files(HeapDumpServices dumps, DumpRecord dump) {
        return summarised(
                dumps.store().files(),
                dump,
                new EvidenceFile(
                        dumps.store().file(dump), DumpNames.uploaded(dump.id()), Form.REDACTED));
    }

    private static <R extends KeptFile> List<EvidenceFile> summarised(
            KeptFiles<R> kept, R record, EvidenceFile file) {
        List<EvidenceFile> files = new ArrayList<>();
        for (SummaryFormat form : List.of(SummaryFormat.JSON, SummaryFormat.HTML)) {
            Path summary = kept.summary(record, form);
            if (Files.isRegularFile(summary)) {
                files.add(asItIs(summary));
            }
        }
        files.add(file);
        return files;
    }

    private static List<EvidenceFile> report(KeptReports reports, KeptReport each) {
        return Stream.of(SummaryFormat.TEXT, SummaryFormat.JSON)
                .map(form -> asItIs(reports.files().summary(each, form)))
                .toList();
    }

    private static EvidenceFile asItIs(Path file) {
        return new EvidenceFile(file, file.getFileName().toString(), Form.AS_IS);
    }

    private static EvidenceFinder postmortems(PostmortemStore store) {
        FilesInUse uses = new FilesInUse();
        return new EvidenceFinder() {
            @Override
            public Optional<Found> find(String id) throws ProblemException {
                try {
                    return store.find(id)
                            .map(
                                    it ->
                                            new Found(
                                                    it.target().name(),
                                                    List.of(asItIs(store.file(id)))));
                } catch (IOException e) {
                    throw new ProblemException(
                            Problem.Kind.GONE,
                            "The post-mortem can't be read",
                            id + ": " + IoReason.of(e),
                            "Check the disk of HEAPSIGHT_DATA_DIR.",
                            e);
                }
            }

            @Override
            public FilesInUse.Use use(String id) {
                return uses.begin(id);
            }
        };
    }
}
