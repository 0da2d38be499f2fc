/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.ComparisonFormat;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.experiment.ExperimentPlan;
import io.heapsight.experiment.ExperimentRunRecorder;
import io.heapsight.experiment.ExperimentRunner;
import io.heapsight.experiment.Experiments;
import io.heapsight.experiment.PlanReader;
import io.heapsight.experiment.RunReplacementPolicy;
import io.heapsight.experiment.StepRestrictions;
import io.heapsight.json.JsonObject;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.report.RunsReport;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.RunName;
import io.heapsight.run.RunState;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Durations;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight experiment}: runs an experiment through a sidecar, and compares its runs. */
@Command(
        name = "experiment",
        description = {
            "Switches a target between states in turns, records runs of each state through a"
                    + " sidecar, restores the first state, and compares the runs.",
            "Steps run on this machine, as your user."
        },
        mixinStandardHelpOptions = true)
public final class ExperimentCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE.yaml", description = "the plan")
    private Path file = Path.of("");

    @Option(
            names = "--format",
            description = "format of the comparison: ${COMPLETION-CANDIDATES}; default: text")
    private ComparisonFormat format = ComparisonFormat.TEXT;

    @Option(
            names = "--replace",
            description = "replace the runs of an earlier experiment with the same arms")
    private boolean replace;

    @Mixin private final SidecarApi api = new SidecarApi();

    public ExperimentCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ExperimentPlan plan = plan();
        StepRestrictions.OWN_USER.check(plan);
        requireOutside(plan);
        console.note(
                "%d runs%s; Ctrl-C restores the first state and ends."
                        .formatted(
                                plan.turns().size(),
                                plan.leastLength().map(ExperimentCommand::words).orElse("")));
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel)) {
            ThroughApi recorder =
                    new ThroughApi(
                            api,
                            plan,
                            RunReplacementPolicy.COMMAND_LINE
                                    + Instant.now().truncatedTo(ChronoUnit.SECONDS));
            for (RunName run : RunReplacementPolicy.replaced(plan, recorder.kept(), replace)) {
                console.note("Replaces %s of an earlier experiment.".formatted(run));
                recorder.delete(run);
            }
            new ExperimentRunner(plan, recorder, new ProgressNotes(console), cancel).run();
        }
        String path = Experiments.comparison(plan) + "&format=" + format;
        api.print("GET", path, "*/*", console);
        return ExitCode.DONE;
    }

    /** Refuses a restart of the container's first process, which would end this command. */
    private static void requireOutside(ExperimentPlan plan) throws ProblemException {
        Optional<String> first = ProcessHandle.of(1).flatMap(it -> it.info().command());
        if (plan.restart().isEmpty() || first.filter(it -> it.endsWith("/java")).isEmpty()) {
            return;
        }
        throw new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The restart would end the experiment",
                "restart: %s. This command runs in a PID namespace with %s as process 1, and ends with it."
                        .formatted(plan.restart().get(), first.get()),
                "Run heapsight experiment on the host, or where kubectl is, with --url of the"
                        + " sidecar.");
    }

    private static String words(Duration length) {
        return ", %s at least".formatted(Durations.words(length));
    }

    private ExperimentPlan plan() throws ProblemException {
        try {
            return PlanReader.read(YamlFile.read(file));
        } catch (YamlException e) {
            throw new ProblemException(unusable(String.valueOf(e.getMessage())), e);
        } catch (IOException e) {
            throw new ProblemException(unusable("cannot be read: " + IoReason.of(e)), e);
        }
    }

    private Problem unusable(String reason) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "Not an experiment plan",
                file + ": " + reason,
                "See docs/experiments.md for an example.");
    }

    /** Prints each message once. */
    private static final class ProgressNotes implements ExperimentRunner.Progress {
        private final Console console;
        private String last = "";

        ProgressNotes(Console console) {
            this.console = console;
        }

        @Override
        public void at(String words, long done, long total) {
            if (!words.equals(last)) {
                console.note("%3d %% %s".formatted(100 * done / Math.max(1, total), words));
                last = words;
            }
        }
    }

    private record ThroughApi(SidecarApi api, ExperimentPlan plan, String id)
            implements ExperimentRunRecorder {
        List<RunReplacementPolicy.Kept> kept() throws ProblemException {
            List<RunReplacementPolicy.Kept> kept = new ArrayList<>();
            ask(
                    "GET",
                    "/runs",
                    (body, _) ->
                            JsonObject.parse(
                                    body, RunsReport.SHAPE, "runs", run -> kept.add(kept(run))));
            return kept;
        }

        private static RunReplacementPolicy.Kept kept(JsonObject run) throws IOException {
            return new RunReplacementPolicy.Kept(
                    new RunName(run.text("name")),
                    run.object("labels").optionalText(RunReplacementPolicy.LABEL),
                    !run.text("state").equals(RunState.RECORDING.label()));
        }

        void delete(RunName run) throws ProblemException {
            if (!isOver(run)) {
                stop(run, Duration.ZERO);
            }
            ask("DELETE", SidecarApi.path(run));
        }

        @Override
        public void start(Request request) throws ProblemException {
            String query = "?garbage=" + plan.garbage().label();
            if (plan.profile().isPresent()) {
                ProfileRequest profile = plan.profile().get();
                query += "&profile=" + profile.event().label();
                query += "&profileSeconds=" + profile.seconds();
            }
            if (plan.target().isPresent()) {
                query += "&target=" + SidecarApi.encoded(plan.target().get());
            }
            Map<String, String> labels = new LinkedHashMap<>(request.labels());
            labels.put(RunReplacementPolicy.LABEL, id);
            query += "&label=" + SidecarApi.encoded(SidecarApi.pairs(labels));
            ask(
                    "PUT",
                    SidecarApi.path(request.name())
                            + query
                            + (request.untilExit() ? "&until=exit" : ""));
        }

        @Override
        public boolean isOver(RunName name) throws ProblemException {
            boolean[] over = {true}; // the run may have ended because the disk was full
            ask(
                    "GET",
                    "/runs",
                    (body, _) ->
                            JsonObject.parse(
                                    body,
                                    RunsReport.SHAPE,
                                    "runs",
                                    run -> {
                                        if (run.text("name").equals(name.text())) {
                                            over[0] = run.optionalText("stopped").isPresent();
                                        }
                                    }));
            return over[0];
        }

        @Override
        public void mark(RunName name, ProgressMark.Kind kind, double value)
                throws ProblemException {
            String mark = "%s=%d".formatted(kind.label(), (long) value);
            ask("POST", SidecarApi.path(name) + "/marks?" + mark);
        }

        @Override
        public void stop(RunName name, Duration ago) throws ProblemException {
            ask("POST", SidecarApi.path(name) + "/stop?ago=" + ago.toMillis() + "ms");
        }

        private void ask(String method, String path) throws ProblemException {
            ask(method, path, (_, _) -> {});
        }

        private void ask(String method, String path, SidecarApi.Answer answer)
                throws ProblemException {
            try {
                api.call(method, path, "application/json", answer);
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.Kind.UNAVAILABLE,
                        "The sidecar stopped answering",
                        IoReason.of(e),
                        "Check its log, and start the experiment again.",
                        e);
            }
        }
    }
}
