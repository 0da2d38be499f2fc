/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Handler;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.http.route.RequestBody;
import io.heapsight.http.route.RequestBodyDeclaration;
import io.heapsight.http.route.Route;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.report.RunReport;
import io.heapsight.report.RunsReport;
import io.heapsight.run.GarbageCountMethod;
import io.heapsight.run.PastRunRequest;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.RunFormatException;
import io.heapsight.run.RunJsonFormat;
import io.heapsight.run.RunJsonReader;
import io.heapsight.run.RunName;
import io.heapsight.run.RunRecorder;
import io.heapsight.run.RunStore;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** {@code /runs}: records, marks, exports, imports and deletes runs. */
final class RunsResource {
    private static final Parameter<String> NAME =
            Parameter.text(
                    "name",
                    RunName.PATTERN,
                    "%s; in a path # is %%23".formatted(RunName.EXPECTED),
                    "the name of a run: ARM, or ARM%23N for a repetition of an arm");
    private static final String PAIR = "[A-Za-z0-9_.-]{1,64}=[A-Za-z0-9_.:/@+-]{0,200}";
    private static final Parameter<String> LABEL =
            Parameter.text(
                    "label",
                    PAIR + "(," + PAIR + "){0,20}",
                    "pairs such as level=INFO,image=export:1.4",
                    "labels of the run");
    private static final Parameter<String> GARBAGE =
            Parameter.choice(
                            "garbage",
                            Arrays.stream(GarbageCountMethod.values())
                                    .map(GarbageCountMethod::label)
                                    .toList(),
                            "true counts reachable and unreachable objects by class at start and"
                                    + " stop, with one full GC each; dump takes a heap dump at the stop"
                                    + " instead, analyses and stores it")
                    .or(GarbageCountMethod.NONE.label());
    private static final Parameter<String> PROFILE =
            Parameter.choice(
                    "profile",
                    ProfileEvent.rateLabels(),
                    "event to profile, from 5 s after the start of the run; all but cpu need"
                            + " HEAPSIGHT_PROFILER=true");
    private static final Parameter<Integer> PROFILE_SECONDS =
            Parameter.integer(
                            "profileSeconds",
                            1,
                            ProfileRequest.MOST_SECONDS,
                            "length of the profile; a run that ends earlier has no profile")
                    .or(ProfileRequest.USUAL_SECONDS);
    private static final int MOST = 999_999_999;
    private static final Parameter<Integer> RECORDS =
            Parameter.integer("records", 0, MOST, "units of work done since the run's start");
    private static final Parameter<Integer> JOBS =
            Parameter.integer("jobs", 0, MOST, "jobs that run at this moment");
    private static final Parameter<Integer> LINES =
            Parameter.integer("lines", 0, MOST, "lines logged since the run's start");
    private static final Map<ProgressMark.Kind, Parameter<Integer>> MARKS =
            new EnumMap<>(
                    Map.of(
                            ProgressMark.Kind.RECORDS,
                            RECORDS,
                            ProgressMark.Kind.JOBS,
                            JOBS,
                            ProgressMark.Kind.LINES,
                            LINES));
    private static final Parameter<String> UNTIL =
            Parameter.choice(
                            "until",
                            List.of("stop", "exit"),
                            "exit: the target is the job, and the run ends with it; marks and stops"
                                    + " after that are accepted")
                    .or("stop");
    private static final Parameter<Instant> FROM =
            Parameter.time(
                    "from",
                    "with to: stores a run of samples of the last hour instead of recording one;"
                            + " begins with the first sample from this time on");
    private static final Parameter<Instant> TO =
            Parameter.time("to", "end of that run: its last sample is not later");

    /** Values that request nothing. */
    private static final Set<String> NONE = Set.of(GarbageCountMethod.NONE.label(), "stop");

    private static final Parameter<Duration> AGO =
            Parameter.duration(
                            "ago",
                            "[0-9]{1,6}(ms|s|m|h)?",
                            "a duration such as 5s",
                            "time since the run ended; later samples are dropped")
                    .or(Duration.ZERO);
    private final TargetResolver targets;
    private final RunRecorder recorder;
    private final RunStore store;

    RunsResource(TargetResolver targets, RunRecorder recorder) {
        this.targets = targets;
        this.recorder = recorder;
        this.store = recorder.store();
    }

    List<Route> routes() {
        return List.of(
                route(
                        Method.GET,
                        "/runs",
                        Cost.CHEAP,
                        about("stored runs and runs that are being recorded"),
                        _ -> list()),
                new Route(
                        Method.GET,
                        "/runs/{name}",
                        Access.PROTECTED,
                        Cost.STREAM,
                        new Route.About(
                                "a run: its metrics as text, all of it as JSON",
                                List.of(NAME),
                                AnswerDeclaration.textOr(() -> RunJsonFormat.RUN.document())),
                        this::export),
                starts(),
                stops(),
                marks(),
                route(
                        Method.PUT,
                        "/runs/{name}/import",
                        Cost.COSTLY,
                        new Route.About(
                                "imports a run that was exported elsewhere, under this name",
                                List.of(NAME),
                                Optional.of(
                                        RequestBodyDeclaration.document(
                                                "a run as GET /runs/NAME?format=json gives it",
                                                () -> RunJsonFormat.RUN.document())),
                                AnswerDeclaration.textOr(() -> RunsReport.SHAPE.document())),
                        this::add),
                route(
                        Method.DELETE,
                        "/runs/{name}",
                        Cost.CHEAP,
                        about("removes a run", NAME),
                        this::delete));
    }

    private Route starts() {
        return route(
                Method.PUT,
                "/runs/{name}",
                Cost.COSTLY,
                about(
                        "starts to record a run",
                        NAME,
                        LABEL,
                        GARBAGE,
                        PROFILE,
                        PROFILE_SECONDS,
                        UNTIL,
                        FROM,
                        TO,
                        TargetResolver.TARGET),
                this::start);
    }

    private Route stops() {
        return route(
                Method.POST,
                "/runs/{name}/stop",
                Cost.COSTLY,
                about("ends a run", NAME, AGO),
                this::stop);
    }

    private Route marks() {
        return route(
                Method.POST,
                "/runs/{name}/marks",
                Cost.CHEAP,
                about(
                        "reports the work done so far, for rows per unit of work",
                        NAME,
                        RECORDS,
                        JOBS,
                        LINES),
                this::mark);
    }

    private static Route route(
            Method method, String path, Cost cost, Route.About about, Handler handler) {
        return new Route(method, path, Access.PROTECTED, cost, about, handler);
    }

    private static Route.About about(String summary, Parameter<?>... parameters) {
        return new Route.About(
                summary,
                List.of(parameters),
                AnswerDeclaration.textOr(() -> RunsReport.SHAPE.document()));
    }

    private Reply start(Exchange exchange) throws ProblemException {
        if (exchange.find(FROM).isPresent() || exchange.find(TO).isPresent()) {
            recorder.store(targets.chosen(exchange), past(exchange), exchange.callerName());
            return list();
        }
        RunRecorder.Request request =
                new RunRecorder.Request(
                        name(exchange),
                        labels(exchange),
                        GarbageCountMethod.of(exchange.get(GARBAGE)).orElseThrow(),
                        exchange.find(PROFILE)
                                .map(
                                        event ->
                                                new ProfileRequest(
                                                        ProfileEvent.of(event),
                                                        exchange.get(PROFILE_SECONDS))),
                        exchange.get(UNTIL).equals("exit"));
        recorder.start(targets.chosen(exchange), request, exchange.callerName(), exchange.cancel());
        return list();
    }

    private static PastRunRequest past(Exchange exchange) throws ProblemException {
        Optional<Instant> from = exchange.find(FROM);
        Optional<Instant> to = exchange.find(TO);
        boolean more =
                Stream.of(PROFILE, GARBAGE, UNTIL)
                        .map(exchange::find)
                        .anyMatch(value -> value.filter(it -> !NONE.contains(it)).isPresent());
        if (from.isEmpty() || to.isEmpty() || from.get().isAfter(to.get()) || more) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "A past run can't be made of this",
                    "It needs from and a later to, and has no garbage, profile or until.",
                    "PUT /runs/NAME?from=2026-11-28T12:00:00Z&to=2026-11-28T12:05:00Z");
        }
        return new PastRunRequest(name(exchange), labels(exchange), from.get(), to.get());
    }

    private Reply stop(Exchange exchange) throws ProblemException {
        recorder.stop(name(exchange), exchange.get(AGO), exchange.callerName(), exchange.cancel());
        return list();
    }

    private Reply mark(Exchange exchange) throws ProblemException {
        boolean told = false;
        for (Map.Entry<ProgressMark.Kind, Parameter<Integer>> each : MARKS.entrySet()) {
            Optional<Integer> value = exchange.find(each.getValue());
            if (value.isPresent()) {
                recorder.mark(name(exchange), each.getKey(), value.get());
                told = true;
            }
        }
        if (!told) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The mark is empty",
                    "A mark needs records, jobs or lines.",
                    "POST /runs/NAME/marks?records=100000");
        }
        return list();
    }

    private Reply export(Exchange exchange) throws ProblemException {
        RunReport report = new RunReport(store.read(name(exchange)));
        if (exchange.format() == ReplyFormat.JSON) {
            exchange.answerHeader(
                    "Content-Disposition",
                    "attachment; filename=\"%s.json\"".formatted(report.run().name()));
        }
        return new Reply.Document(report);
    }

    private Reply add(Exchange exchange) throws ProblemException {
        RunName name = name(exchange);
        store.checkFree(name);
        try (InputStream in = exchange.document()) {
            store.add(RunJsonReader.read(in).named(name));
        } catch (RunFormatException e) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Unreadable run",
                    e.reason() + ", " + e.where() + ".",
                    "Send the complete document of GET /runs/NAME?format=json: curl -T run.json.",
                    e);
        } catch (IOException e) {
            throw RequestBody.unreadable(e);
        }
        return list();
    }

    private Reply delete(Exchange exchange) throws ProblemException {
        store.delete(name(exchange));
        return list();
    }

    private Reply list() throws ProblemException {
        try {
            return new Reply.Document(new RunsReport(store.list()));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The runs can't be listed",
                    IoReason.of(e),
                    "Check the disk that holds HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    private static RunName name(Exchange exchange) {
        return new RunName(exchange.get(NAME));
    }

    private static Map<String, String> labels(Exchange exchange) {
        return exchange.find(LABEL).map(RunsResource::labels).orElse(Map.of());
    }

    private static Map<String, String> labels(String pairs) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String pair : pairs.split(",", -1)) {
            int equals = pair.indexOf('=');
            labels.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return labels;
    }
}
