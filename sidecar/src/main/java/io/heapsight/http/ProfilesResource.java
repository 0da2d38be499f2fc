/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.file.FilePart;
import io.heapsight.http.file.KeptFileProblems;
import io.heapsight.http.file.StoredFileDownload;
import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.json.Schema;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.profile.PackageShare;
import io.heapsight.profile.ProfileConverter.Form;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.profile.ProfileServices;
import io.heapsight.profile.ProfileTop;
import io.heapsight.report.profile.ProfileDiffReport;
import io.heapsight.report.profile.ProfileReport;
import io.heapsight.report.profile.ProfilesReport;
import io.heapsight.unit.ProblemException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** {@code /profiles}: takes, lists, shows, downloads, compares and deletes profiles. */
final class ProfilesResource {
    private static final String BINARY = "application/octet-stream";

    /**
     * Isolates a page, because the target controls names in it: the page can't call this API with
     * the reader's rights, nor load anything.
     */
    private static final String PAGE_POLICY =
            "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src"
                    + " 'unsafe-inline'";

    private static final Parameter<String> ID = id("id", "the profile");
    private static final Parameter<String> BASE = id("base", "the base profile").asNeeded();
    private static final Parameter<String> CANDIDATE =
            id("candidate", "the candidate profile").asNeeded();
    private static final Parameter<String> EVENT =
            Parameter.choice(
                            "event",
                            ProfileEvent.labels(),
                            "event to sample: CPU time, allocated bytes, waits for locks,"
                                    + " wall-clock time of all threads, objects still alive at the end;"
                                    + " native memory that was not freed (requires"
                                    + " HEAPSIGHT_PROFILER=nativemem)")
                    .or("cpu");
    private static final Parameter<Integer> SECONDS =
            Parameter.integer("seconds", 1, ProfileRequest.MOST_SECONDS, "how long")
                    .or(ProfileRequest.USUAL_SECONDS);
    private static final Parameter<String> PACKAGE =
            Parameter.text(
                    "package",
                    "[\\p{L}\\p{N}_$]{1,100}(\\.[\\p{L}\\p{N}_$]{1,100}){0,20}",
                    "a name such as com.acme",
                    "the share of the profile in this package, as one number");
    private static final Parameter<String> FILE =
            Parameter.choice(
                    "file",
                    List.of("jfr", "collapsed", "pprof", "otlp"),
                    "the recording, one line per stack, the pprof format, or the profiles of"
                            + " OpenTelemetry (experimental: the format may change)");

    private static final KeptFileProblems PROBLEMS = new KeptFileProblems("profile", "/profiles");

    private final TargetResolver targets;
    private final ProfileServices profiles;

    ProfilesResource(TargetResolver targets, ProfileServices profiles) {
        this.targets = targets;
        this.profiles = profiles;
    }

    private static Parameter<String> id(String name, String about) {
        return Parameter.text(name, KeptFile.ID_PATTERN, "an id from GET /profiles", about);
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        Method.GET,
                        "/profiles",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "stored profiles",
                                List.of(),
                                AnswerDeclaration.textOr(() -> ProfilesReport.SHAPE.document())),
                        _ -> new Reply.Document(list())),
                new Route(
                        Method.POST,
                        "/profiles",
                        Access.PROTECTED,
                        Cost.COSTLY,
                        new Route.About(
                                "profiles a target for the given seconds: loads native code into it"
                                        + " if HEAPSIGHT_PROFILER allows that; otherwise Flight"
                                        + " Recorder samples event cpu",
                                List.of(EVENT, SECONDS, TargetResolver.TARGET),
                                AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                        this::take),
                compares(),
                new Route(
                        Method.GET,
                        "/profiles/{id}",
                        Access.PROTECTED,
                        Cost.STREAM,
                        new Route.About(
                                "a profile: the flame graph for a browser, else the top methods",
                                List.of(ID, PACKAGE),
                                AnswerDeclaration.textOr(() -> ProfileReport.SHAPE.document())
                                        .orPage()),
                        this::show),
                new Route(
                        Method.GET,
                        "/profiles/{id}/{file}",
                        Access.PROTECTED,
                        Cost.TRANSFER,
                        new Route.About("a file of a profile", List.of(ID, FILE), files()),
                        this::download),
                new Route(
                        Method.DELETE,
                        "/profiles/{id}",
                        Access.PROTECTED,
                        Cost.CHEAP,
                        new Route.About(
                                "deletes a profile; returns the remaining ones",
                                List.of(ID),
                                AnswerDeclaration.textOr(() -> ProfilesReport.SHAPE.document())),
                        this::delete));
    }

    private Route compares() {
        return new Route(
                Method.GET,
                "/profiles/diff",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "methods with a larger or smaller share in one profile than in another,"
                                + " beyond chance",
                        List.of(BASE, CANDIDATE),
                        AnswerDeclaration.textOr(() -> ProfileDiffReport.SHAPE.document())
                                .orPage()),
                this::compare);
    }

    private static AnswerDeclaration files() {
        Map<String, Supplier<Schema>> forms = new LinkedHashMap<>();
        forms.put(BINARY, Schema::binary);
        forms.put(ReplyFormat.TEXT.mediaType(), Schema::string);
        return AnswerDeclaration.always(forms);
    }

    private KeptFiles<ProfileRecord> kept() {
        return profiles.store().files();
    }

    private ProfilesReport list() {
        return new ProfilesReport(kept().list());
    }

    private Reply take(Exchange exchange) throws ProblemException {
        ProfileRequest request =
                new ProfileRequest(ProfileEvent.of(exchange.get(EVENT)), exchange.get(SECONDS));
        JobSnapshot job =
                profiles.taker().take(targets.chosen(exchange), request, exchange.callerName());
        return JobsResource.started(exchange, job);
    }

    private Reply show(Exchange exchange) throws ProblemException {
        ProfileRecord profile = find(exchange.get(ID));
        if (exchange.format() == ReplyFormat.HTML) {
            exchange.answerHeader("Content-Security-Policy", PAGE_POLICY);
            Path page = profiles.store().made(profile.id(), Form.HTML);
            return sent(exchange, profile.id(), ".html", ReplyFormat.HTML.contentType(), page);
        }
        try (BufferedReader top = reader(profile, Form.TOP)) {
            Optional<String> wanted = exchange.find(PACKAGE);
            Optional<PackageShare> share = Optional.empty();
            if (wanted.isPresent()) {
                try (BufferedReader stacks = reader(profile, Form.COLLAPSED)) {
                    share = Optional.of(PackageShare.of(wanted.get(), stacks));
                }
            }
            return new Reply.Document(new ProfileReport(profile.id(), ProfileTop.read(top), share));
        } catch (IOException e) {
            throw PROBLEMS.unreadable(profile.id(), e);
        }
    }

    private BufferedReader reader(ProfileRecord profile, Form form) throws IOException {
        return Files.newBufferedReader(profiles.store().made(profile.id(), form));
    }

    private Reply download(Exchange exchange) throws ProblemException {
        ProfileRecord profile = find(exchange.get(ID));
        String id = profile.id();
        return switch (exchange.get(FILE)) {
            case "collapsed" -> {
                Path stacks = profiles.store().made(id, Form.COLLAPSED);
                yield sent(exchange, id, ".collapsed", ReplyFormat.TEXT.contentType(), stacks);
            }
            case "otlp" -> named(exchange, id, ".otlp", profiles.store().made(id, Form.OTLP));
            case "pprof" -> named(exchange, id, ".pb.gz", profiles.store().made(id, Form.PPROF));
            default -> named(exchange, id, ".jfr", kept().file(profile));
        };
    }

    private Reply named(Exchange exchange, String id, String end, Path file)
            throws ProblemException {
        Reply reply = sent(exchange, id, end, BINARY, file);
        StoredFileDownload.name(exchange, id + end);
        return reply;
    }

    private Reply sent(Exchange exchange, String id, String end, String contentType, Path file)
            throws ProblemException {
        FilesInUse.Use use = kept().uses().begin(id);
        try {
            return StoredFileDownload.of(exchange, id + end, contentType, file, use);
        } catch (IOException e) {
            throw PROBLEMS.unreadable(id, e);
        }
    }

    private Reply compare(Exchange exchange) throws ProblemException {
        ProfileRecord base = find(exchange.get(BASE));
        ProfileRecord candidate = find(exchange.get(CANDIDATE));
        ReplyFormat format = exchange.format();
        // A temporary name, which the next start deletes after a crash.
        Path made =
                kept().beside(
                                candidate.id(),
                                ".diff-%d.part".formatted(System.nanoTime() & Long.MAX_VALUE));
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--base-name=" + base.id(),
                                "--candidate-name=" + candidate.id(),
                                "--format=" + format.label(),
                                "--output=" + made));
        base.collectedAt().ifPresent(at -> options.add("--base-collected-at=" + at));
        candidate.collectedAt().ifPresent(at -> options.add("--candidate-collected-at=" + at));
        if (format == ReplyFormat.HTML) {
            exchange.answerHeader("Content-Security-Policy", PAGE_POLICY);
        }
        try (FilesInUse.Use _ = kept().uses().begin(base.id());
                FilesInUse.Use _ = kept().uses().begin(candidate.id())) {
            profiles.reader()
                    .compare(kept().file(base), kept().file(candidate), options, exchange.cancel());
            FileChannel file = FilePart.open(made);
            return new Reply.Bytes(
                    200,
                    format.contentType(),
                    OptionalLong.of(file.size()),
                    new FilePart(file, 0, file.size()));
        } catch (IOException e) {
            throw PROBLEMS.unreadable(candidate.id(), e);
        } finally {
            boolean _ = made.toFile().delete(); // an open file can be read to its end
        }
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        String id = find(exchange.get(ID)).id();
        try {
            kept().delete(id);
        } catch (IOException e) {
            throw PROBLEMS.notRemoved(id, e);
        }
        return new Reply.Document(list());
    }

    private ProfileRecord find(String id) throws ProblemException {
        return kept().find(id).orElseThrow(() -> new ProblemException(PROBLEMS.none(id)));
    }
}
