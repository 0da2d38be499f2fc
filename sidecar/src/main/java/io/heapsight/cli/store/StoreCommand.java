/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.heapdump.RowCountConverter;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.EnumConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.report.evidence.StoreReport;
import io.heapsight.report.evidence.StoredEvidenceReport;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreContents;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight store}: lists and downloads the evidence that sidecars have uploaded. */
@Command(
        name = "store",
        description = {
            "Lists and downloads evidence in a store.",
            "Uses the settings and credentials of uploads."
        },
        synopsisSubcommandLabel = "list|show|get",
        mixinStandardHelpOptions = true)
public final class StoreCommand {
    /** Maximum number of uploads that are searched for a name. */
    private static final int MOST = 1_000;

    private final Console console;
    private final StoreEnvironment environment;

    public StoreCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = new StoreEnvironment(environment);
    }

    /** The option of all subcommands. */
    static final class Where {
        @Option(
                names = "--store",
                paramLabel = "URL",
                description = "URL of the store, or of a folder in it; default: HEAPSIGHT_STORE")
        private @Nullable String store;

        private Optional<String> url() {
            return Optional.ofNullable(store);
        }
    }

    /** The option of subcommands that print documents. */
    static final class Form {
        @Option(names = "--format", description = "text or json", defaultValue = "text")
        private OutputFormat format = OutputFormat.TEXT;
    }

    /** Parses a kind of evidence. */
    static final class KindConverter extends EnumConverter<EvidenceKind> {
        KindConverter() {
            super(EvidenceKind.values());
        }
    }

    @Command(
            name = "list",
            description = "Lists uploaded captures and post-mortems by pod and time, newest first.",
            mixinStandardHelpOptions = true)
    int list(
            @Mixin Where where,
            @Mixin Form form,
            @Option(
                            names = "--kind",
                            paramLabel = "KIND",
                            description =
                                    "heapdump, recording, profile, gclog, threads, histogram,"
                                            + " garbage or postmortem",
                            converter = KindConverter.class)
                    @Nullable EvidenceKind kind,
            @Option(
                            names = "--top",
                            paramLabel = "N",
                            description = "maximum number of rows (default: 50)",
                            defaultValue = "50",
                            converter = RowCountConverter.class)
                    int top)
            throws Exception {
        StoreContents found =
                contents(
                        environment.settings(where.url()),
                        kind == null ? Math.min(top, MOST) : MOST);
        List<StoredEvidence> shown =
                found.evidence().stream()
                        .filter(each -> kind == null || each.kind() == kind)
                        .limit(top)
                        .toList();
        console.print(
                new StoreReport(new StoreContents(found.store(), shown, found.more())),
                form.format);
        return ExitCode.DONE;
    }

    @Command(
            name = "show",
            description = {
                "Shows the objects of one capture, compared with its manifest.",
                "Exits with 1 if an object is missing or has another size."
            },
            mixinStandardHelpOptions = true)
    int show(
            @Mixin Where where,
            @Mixin Form form,
            @Parameters(paramLabel = "NAME", description = "ID, ID.KIND, or the folder")
                    String name)
            throws Exception {
        StoreSettings settings = environment.settings(where.url());
        StoredEvidence evidence = find(settings, name);
        console.print(new StoredEvidenceReport(settings.url().toString(), evidence), form.format);
        return evidence.state() == StoredEvidence.State.COMPLETE
                ? ExitCode.DONE
                : ExitCode.REPORTED;
    }

    @Command(
            name = "get",
            description = {
                "Downloads the objects of one capture, and checks their sizes and SHA-256.",
                "The same command continues an interrupted download."
            },
            mixinStandardHelpOptions = true)
    int get(
            @Mixin Where where,
            @Parameters(
                            paramLabel = "NAME|URL",
                            description = "ID, ID.KIND, the folder, or the URL of an object")
                    String name,
            @Option(
                            names = "--output",
                            paramLabel = "DIR",
                            description = "existing directory (default: the current one)")
                    @Nullable Path output)
            throws Exception {
        EvidenceDownload download =
                new EvidenceDownload(console, environment, output == null ? Path.of("") : output);
        if (ObjectUrl.isUrl(name)) {
            download.object(ObjectUrl.parse(name));
        } else {
            StoreSettings settings = environment.settings(where.url());
            download.evidence(settings, find(settings, name));
        }
        return ExitCode.DONE;
    }

    private StoreContents contents(StoreSettings settings, int most) throws ProblemException {
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine _ = ProgressLine.waiting(console, "reading the store")) {
            return new StoreReadChild(settings).contents(most, cancel);
        }
    }

    private StoredEvidence find(StoreSettings settings, String name) throws ProblemException {
        String plain = name.replaceFirst("/$", "");
        List<StoredEvidence> found =
                contents(settings, MOST).evidence().stream()
                        .filter(each -> each.isNamed(plain))
                        .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw new ProblemException(
                found.isEmpty() ? Problem.Kind.NOT_FOUND : Problem.Kind.BAD_REQUEST,
                found.isEmpty() ? "No such evidence" : "The name is ambiguous",
                found.isEmpty()
                        ? "None of the newest %d below %s is named %s."
                                .formatted(MOST, settings.url(), name)
                        : "%s is the name of: %s."
                                .formatted(
                                        name,
                                        found.stream()
                                                .map(StoredEvidence::folder)
                                                .collect(Collectors.joining(", "))),
                found.isEmpty()
                        ? "See heapsight store list; name its folder with --store."
                        : "Give one of these folders.");
    }
}
