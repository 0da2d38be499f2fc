/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.heapdump.RowCountConverter;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.WatchOption;
import io.heapsight.fleet.top.FleetTop;
import io.heapsight.fleet.top.PodHealth;
import io.heapsight.json.JsonObject;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.report.fleet.FleetTopReport;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code heapsight top}: ranks pods by their symptoms, the worst first. */
@Command(
        name = "top",
        description = {
            "Shows which pods are sick and why, the worst first: nearest to the memory limit,"
                    + " growing live set, time and CPU of collections, longest pause, throttling, OOM"
                    + " kills.",
            "With --prometheus it ranks all pods of --selector; otherwise it queries a running"
                    + " sidecar. A missing figure is \"-\"."
        },
        mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
    private static final String ALL = "namespace=~\".*\"";

    private static final Duration USUAL = Duration.ofHours(6);

    private final Console console;
    private final Function<OutputFormat, LiveView> views;

    @Mixin private final PrometheusOptions prometheus = new PrometheusOptions();

    @Mixin private final PodSelectorOptions selected = new PodSelectorOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "pods to show; default: 20",
            converter = RowCountConverter.class)
    private int limit = 20;

    @Option(names = "--format", description = "text or json; default: text")
    private OutputFormat format = OutputFormat.TEXT;

    @Mixin private final WatchOption watch = new WatchOption();

    @Option(names = "--name", hidden = true)
    private String name = "";

    @Option(names = "--restarts", hidden = true)
    private double restarts = Double.NaN;

    @Option(names = "--oom-kills", hidden = true)
    private double oomKills = Double.NaN;

    @Option(names = "--rows", hidden = true)
    private boolean rows;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private final SidecarApi api = new SidecarApi();

    public TopCommand(Console console, Function<OutputFormat, LiveView> views) {
        this.console = console;
        this.views = views;
    }

    @Override
    public Integer call() throws Exception {
        if (selected.isGiven() && !prometheus.isGiven()) {
            throw usage("--selector and --window need --prometheus URL");
        }
        Optional<Duration> refresh = watch.interval();
        if (refresh.isPresent()) {
            watch(refresh.get());
        } else if (rows) {
            printRows(top(console::note).pods());
        } else {
            console.print(new FleetTopReport(top(console::note), limit, Instant.now()), format);
        }
        return ExitCode.DONE;
    }

    private void watch(Duration interval) throws IOException, ProblemException {
        if (rows) {
            throw usage("--rows is for one table: omit --watch");
        }
        views.apply(format).refresh(this::refreshed, interval);
    }

    /**
     * Includes the notes in the document, because on a terminal the document replaces all earlier
     * output.
     */
    private FleetTopReport refreshed() throws IOException, ProblemException {
        List<String> notes = new ArrayList<>();
        FleetTop top = top(notes::add);
        return new FleetTopReport(top.noting(notes), limit, Instant.now());
    }

    private FleetTop top(Consumer<String> notes) throws IOException, ProblemException {
        return prometheus.isGiven() ? ofPrometheus(notes) : ofSidecar();
    }

    private FleetTop ofPrometheus(Consumer<String> notes) throws ProblemException {
        try (PrometheusClient client = prometheus.open(api.tokenFile());
                ProgressLine progress = ProgressLine.on(console)) {
            FleetTop top = FleetTop.of(selected.fleet(client, ALL, USUAL, notes), progress);
            client.notes().forEach(notes);
            return top;
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private FleetTop ofSidecar() throws IOException, ProblemException {
        JsonObject memory = document("/memory?format=json");
        JsonObject gc = document("/gc?format=json");
        String pod = name.isEmpty() ? memory.object("target").text("name") : name;
        return new FleetTop(
                Duration.ofHours(1),
                List.of(PodHealthReader.of(pod, memory, gc, oomKills, restarts)),
                List.of());
    }

    private JsonObject document(String path) throws IOException, ProblemException {
        return JsonObject.parse(SidecarAnswer.to(path, api, console).body());
    }

    /** Prints tab-separated cells after the severity, for kubectl heapsight. */
    private void printRows(List<PodHealth> pods) throws IOException {
        StringBuilder out = new StringBuilder("SEVERITY\t");
        out.append(String.join("\t", PodHealth.HEADINGS)).append('\n');
        for (PodHealth pod : pods) {
            out.append(String.format(Locale.ROOT, "%.4f\t", pod.severity()))
                    .append(String.join("\t", pod.cells()))
                    .append('\n');
        }
        console.print(to -> to.write(out.toString()));
    }
}
