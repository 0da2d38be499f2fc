/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.file.ScrubbedRecordingByteSource;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.RequestBody;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.json.Schema;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.recording.RecordingRecord;
import io.heapsight.recording.RecordingRequest;
import io.heapsight.recording.RecordingServices;
import io.heapsight.recording.RecordingSettings;
import io.heapsight.recording.SettingsDocument;
import io.heapsight.report.recording.RecordingSummaryReport;
import io.heapsight.report.recording.RecordingsReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code /recordings}: takes, lists, downloads, summarises and deletes recordings. */
final class RecordingsResource {
    private static final String BINARY = "application/octet-stream";

    static final Parameter<String> ID =
            Parameter.text(
                    "id", KeptFile.ID_PATTERN, "an id from GET /recordings", "the recording");

    private static final Parameter<Integer> SECONDS =
            Parameter.integer(
                            "seconds",
                            1,
                            (int) RecordingRequest.LONGEST.toSeconds(),
                            "length of the recording")
                    .or(60);
    private static final Parameter<String> SETTINGS =
            Parameter.choice(
                            "settings",
                            RecordingSettings.OF_JDK,
                            "settings of the JDK: profile samples more often")
                    .or("profile");
    private static final RequestBodyDeclaration DOCUMENT =
            RequestBodyDeclaration.optional(
                    "application/xml",
                    "your own settings instead of the JDK's, as a .jfc document",
                    Schema.pattern("<configuration"));
    private static final Parameter<Boolean> PATHS =
            Parameter.bool(
                            "paths",
                            "records paths from GC roots to sampled old objects: pauses the target at the end while it walks its heap")
                    .or(false);

    private static final Parameter<Boolean> SCRUB =
            Parameter.bool(
                            "scrub",
                            "remove the events with command lines, system properties and"
                                    + " environment")
                    .or(false);

    private static final KeptFileProblems PROBLEMS =
            new KeptFileProblems("recording", "/recordings");

    private final TargetResolver targets;
    private final RecordingServices recordings;

    RecordingsResource(TargetResolver targets, RecordingServices recordings) {
        this.targets = targets;
        this.recordings = recordings;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/recordings",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "stored Flight Recorder recordings",
                                List.of(),
                                AnswerDeclaration.textOr(() -> RecordingsReport.SHAPE.document())),
                        _ -> new Reply.Document(list())),
                new Route(
                        Method.POST,
                        "/recordings",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "takes a Flight Recorder recording of the given seconds",
                                List.of(SECONDS, SETTINGS, PATHS, TargetResolver.TARGET),
                                Optional.of(DOCUMENT),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::take),
                new Route(
                        Method.GET,
                        "/recordings/{id}",
                        Access.PROTECTED,
                        Cost.TRANSFER,
                        new Route.About(
                                "downloads a recording; supports Range",
                                List.of(ID, SCRUB),
                                AnswerDeclaration.always(Map.of(BINARY, Schema::binary))),
                        this::download),
                new Route(
                        Method.GET,
                        "/recordings/{id}/summary",
                        Access.PROTECTED,
                        Cost.STREAM,
                        new Route.About(
                                "the summary of a recording: verdicts of JDK Mission Control's rules,"
                                        + " hot methods, allocation, pauses, locks, files, old"
                                        + " objects",
                                List.of(ID),
                                AnswerDeclaration.textOr(
                                                () -> RecordingSummaryReport.SHAPE.document())
                                        .orPage()),
                        this::summary),
                summarizes(),
                new Route(
                        Method.DELETE,
                        "/recordings/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "deletes a recording and its summary; returns the remaining ones",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> RecordingsReport.SHAPE.document())),
                        this::delete));
    }

    private Route summarizes() {
        return new Route(
                Method.POST,
                "/recordings/{id}/summary",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "summarises a recording",
                        List.of(ID),
                        AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                this::summarize);
    }

    private KeptFiles<RecordingRecord> files() {
        return recordings.store().files();
    }

    private RecordingsReport list() {
        return new RecordingsReport(
                files().list().stream()
                        .map(it -> new RecordingsReport.Row(it, files().hasSummary(it.id())))
                        .toList());
    }

    private Reply take(Exchange exchange) throws ProblemException {
        RecordingRequest request =
                new RecordingRequest(
                        Duration.ofSeconds(exchange.get(SECONDS)),
                        settings(exchange),
                        exchange.get(PATHS));
        JobSnapshot job =
                recordings.taker().take(targets.chosen(exchange), request, exchange.callerName());
        return JobsResource.started(exchange, job);
    }

    /** Reads the settings from the request's body, if any. */
    private static RecordingSettings settings(Exchange exchange) throws ProblemException {
        try (PushbackInputStream in = new PushbackInputStream(exchange.document())) {
            int first = in.read();
            if (first < 0) {
                return new RecordingSettings.OfJdk(exchange.get(SETTINGS));
            }
            in.unread(first);
            SettingsDocument document = SettingsDocument.read(in);
            if (exchange.find(SETTINGS).isPresent()) {
                throw new ProblemException(
                        Problem.Kind.BAD_REQUEST,
                        "Settings twice",
                        "The request has both ?settings=%s and a document in its body."
                                .formatted(exchange.get(SETTINGS)),
                        "Send only one of them.");
            }
            return document;
        } catch (IOException e) {
            throw RequestBody.unreadable(e);
        }
    }

    private Reply summarize(Exchange exchange) throws ProblemException {
        return JobsResource.started(
                exchange, recordings.summaries().start(find(exchange), exchange.callerName()));
    }

    private Reply summary(Exchange exchange) throws ProblemException {
        RecordingRecord recording = find(exchange);
        Supplier<Problem> none =
                () ->
                        new Problem(
                                Problem.Kind.NOT_FOUND,
                                "This recording has no summary",
                                "The recording %s has not been summarised, or the job has not ended yet."
                                        .formatted(recording.id()),
                                "POST /recordings/%s/summary creates it; GET /jobs shows running jobs."
                                        .formatted(recording.id()));
        if (!files().hasSummary(recording.id())) {
            throw new ProblemException(none.get());
        }
        return StoredFileDownload.summary(exchange, form -> files().summary(recording, form), none);
    }

    private Reply download(Exchange exchange) throws ProblemException {
        RecordingRecord recording = find(exchange);
        FilesInUse.Use use = files().uses().begin(recording.id());
        if (exchange.get(SCRUB)) {
            return scrubbed(exchange, recording, use);
        }
        try {
            Path file = files().file(recording);
            Reply reply = StoredFileDownload.of(exchange, recording.id(), BINARY, file, use);
            StoredFileDownload.name(exchange, recording.id() + ".jfr");
            return reply;
        } catch (IOException e) {
            throw PROBLEMS.unreadable(recording.id(), e);
        }
    }

    private Reply scrubbed(Exchange exchange, RecordingRecord recording, FilesInUse.Use use) {
        exchange.answerHeader("Accept-Ranges", "none");
        StoredFileDownload.name(exchange, recording.id() + "-scrubbed.jfr");
        return new Reply.Bytes(
                200,
                BINARY,
                OptionalLong.empty(),
                new StoredFileDownload.InUse(
                        new ScrubbedRecordingByteSource(
                                recordings.scrubs(), recording, exchange.cancel()),
                        use));
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        RecordingRecord recording = find(exchange);
        try {
            files().delete(recording.id());
        } catch (IOException e) {
            throw PROBLEMS.notRemoved(recording.id(), e);
        }
        return new Reply.Document(list());
    }

    /**
     * The recording that the path names.
     *
     * @throws ProblemException 404
     */
    private RecordingRecord find(Exchange exchange) throws ProblemException {
        String id = exchange.get(ID);
        return files().find(id).orElseThrow(() -> new ProblemException(PROBLEMS.none(id)));
    }
}
