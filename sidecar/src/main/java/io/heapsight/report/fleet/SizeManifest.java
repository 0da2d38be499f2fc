/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.fleet;

import io.heapsight.advice.Advice.Setting;
import io.heapsight.fleet.size.DailyPeaks;
import io.heapsight.fleet.size.FleetSizing;
import io.heapsight.fleet.size.WorkloadId;
import io.heapsight.fleet.size.WorkloadSize;
import io.heapsight.memory.TuningOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the suggested sizes of a fleet as YAML: strategic-merge patches, a fragment of Helm
 * values, or the status of VerticalPodAutoscalers. Writes only changed values, except in the
 * status.
 */
public final class SizeManifest {
    private static final List<TuningOption> FLAGS =
            List.of(
                    TuningOption.MAX_HEAP,
                    TuningOption.MAX_RAM_PERCENTAGE,
                    TuningOption.MAX_DIRECT_MEMORY,
                    TuningOption.MAX_METASPACE,
                    TuningOption.METASPACE);

    private static final double RESERVE = 1.05;

    /** Kinds with a changeable pod template. */
    private static final Set<String> WITH_TEMPLATE =
            Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "ReplicationController");

    private final FleetSizing size;

    public SizeManifest(FleetSizing size) {
        this.size = size;
    }

    /**
     * Returns one patch for each workload that changes. The change of another kind, such as a Pod
     * or a Job, is a comment.
     */
    public String patch() {
        StringBuilder out = new StringBuilder();
        out.append(
                """
                # Strategic-merge patches. Save each document, and apply it with
                #   kubectl patch -n NAMESPACE KIND NAME --patch-file FILE
                # JAVA_TOOL_OPTIONS replaces a present value: add its other flags. A flag on the command line wins.
                """);
        notes(out);
        for (WorkloadSize each : changing()) {
            WorkloadId workload = each.workload();
            out.append("---\n");
            comment(out, each.risk());
            each.notes().forEach(note -> comment(out, note));
            if (WITH_TEMPLATE.contains(workload.kind())) {
                out.append("apiVersion: ").append(version(workload)).append('\n');
                out.append("kind: ").append(workload.kind()).append('\n');
                metadata(out, workload);
                out.append("spec:\n  template:\n    spec:\n      containers:\n");
                out.append(containerPatch(each).indent(8));
            } else {
                out.append(
                        "# %s %s has no template that can be changed. Set in the manifest of its pods:\n"
                                .formatted(text(workload.kind()), text(workload.name())));
                out.append(containerPatch(each).replaceAll("(?m)^(?=.)", "#   "));
            }
        }
        return out.toString();
    }

    private void notes(StringBuilder out) {
        size.notes().forEach(note -> comment(out, note));
    }

    /** Appends a comment of one line: a sentence may contain a name with other characters. */
    private static void comment(StringBuilder out, String sentence) {
        out.append("# ").append(sentence.replaceAll("[\\p{Cc}\u2028\u2029]", " ")).append('\n');
    }

    private static String containerPatch(WorkloadSize each) {
        StringBuilder out = new StringBuilder();
        out.append("- name: ").append(container(each)).append('\n');
        flags(each)
                .ifPresent(
                        flags ->
                                out.append("  env:\n")
                                        .append("    - name: JAVA_TOOL_OPTIONS\n")
                                        .append("      value: ")
                                        .append(quoted(flags))
                                        .append('\n'));
        resources(out, "  ", each);
        return out.toString();
    }

    /** Returns a fragment of values, by the name of the workload. */
    public String helm() {
        StringBuilder out = new StringBuilder();
        out.append(
                """
                # A fragment of Helm values by workload: move each below the key that its chart uses.
                """);
        notes(out);
        boolean several =
                changing().stream().map(each -> each.workload().namespace()).distinct().count() > 1;
        for (WorkloadSize each : changing()) {
            each.notes().forEach(note -> comment(out, note));
            out.append(text(several ? each.workload().toString() : each.workload().name()))
                    .append(":\n");
            flags(each)
                    .ifPresent(
                            flags ->
                                    out.append("  javaToolOptions: ")
                                            .append(quoted(flags))
                                            .append('\n'));
            resources(out, "  ", each);
        }
        return out.toString();
    }

    /** Returns a VerticalPodAutoscaler with a recommendation for each workload. */
    public String vpa() {
        StringBuilder out = new StringBuilder();
        notes(out);
        for (WorkloadSize each : size.workloads()) {
            WorkloadId workload = each.workload();
            out.append("---\n");
            each.notes().forEach(note -> comment(out, note));
            out.append("apiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\n");
            metadata(out, workload);
            out.append("spec:\n  targetRef:\n");
            out.append("    apiVersion: ").append(version(workload)).append('\n');
            out.append("    kind: ").append(text(workload.kind())).append('\n');
            out.append("    name: ").append(text(workload.name())).append('\n');
            out.append("  updatePolicy:\n    updateMode: \"Off\"\n");
            out.append("  resourcePolicy:\n    containerPolicies:\n");
            out.append("      - containerName: ").append(container(each)).append('\n');
            out.append("        controlledValues: RequestsOnly\n");
            out.append("  recommenders:\n    - name: heapsight\n");
            out.append("status:\n  recommendation:\n    containerRecommendations:\n");
            out.append("      - containerName: ").append(container(each)).append('\n');
            Bound memory = memory(each);
            Bound cpu = cpu(each);
            bound(out, "lowerBound", cpu.low(), memory.low());
            bound(out, "target", cpu.target(), memory.target());
            bound(out, "uncappedTarget", cpu.uncapped(), memory.uncapped());
            bound(out, "upperBound", cpu.high(), memory.high());
        }
        return out.toString();
    }

    /** The bounds of a request, NaN if unknown. */
    private record Bound(double low, double target, double uncapped, double high) {
        static Bound of(double target, DailyPeaks peaks, double uncapped, double reserve) {
            return new Bound(
                    Math.min(target, Double.isNaN(peaks.low()) ? target : peaks.low()),
                    target,
                    Double.isNaN(uncapped) ? target : reserve * uncapped,
                    Math.max(target, Double.isNaN(peaks.high()) ? target : peaks.high()));
        }
    }

    private static Bound memory(WorkloadSize each) {
        double target =
                each.setting(TuningOption.SOFT_LIMIT)
                        .map(setting -> WorkloadSize.bytes(setting.suggested()))
                        .orElse(Double.NaN);
        return Bound.of(target, each.workingSet(), each.uncappedRequestBytes(), RESERVE);
    }

    private static Bound cpu(WorkloadSize each) {
        double target =
                each.setting(TuningOption.CPU_REQUEST)
                        .map(setting -> WorkloadSize.cores(setting.suggested()))
                        .orElse(Double.NaN);
        return Bound.of(target, each.cpu().daily(), each.cpu().uncappedRequestCores(), 1);
    }

    private static void bound(StringBuilder out, String name, double cores, double bytes) {
        if (Double.isNaN(cores) && Double.isNaN(bytes)) {
            return;
        }
        out.append("        ").append(name).append(":\n");
        if (!Double.isNaN(cores)) {
            out.append("          cpu: ").append(quoted(millicores(cores))).append('\n');
        }
        if (!Double.isNaN(bytes)) {
            out.append("          memory: ").append(quoted(mebibytes(bytes))).append('\n');
        }
    }

    private static String millicores(double cores) {
        return (long) Math.ceil(1000 * cores) + "m";
    }

    private static String mebibytes(double bytes) {
        return (long) Math.ceil(bytes / (1 << 20)) + "Mi";
    }

    private List<WorkloadSize> changing() {
        return size.workloads().stream().filter(WorkloadSize::changes).toList();
    }

    private static Optional<String> flags(WorkloadSize each) {
        String flags =
                FLAGS.stream()
                        .flatMap(option -> each.setting(option).stream())
                        .filter(Setting::isChange)
                        .map(Setting::line)
                        .collect(Collectors.joining(" "));
        return flags.isEmpty() ? Optional.empty() : Optional.of(flags);
    }

    private static void resources(StringBuilder out, String indent, WorkloadSize each) {
        String requests =
                resource(indent, "memory", each.setting(TuningOption.SOFT_LIMIT))
                        + resource(indent, "cpu", each.setting(TuningOption.CPU_REQUEST));
        String limits =
                resource(indent, "memory", each.setting(TuningOption.MEMORY_LIMIT))
                        + resource(indent, "cpu", each.setting(TuningOption.CPU_LIMIT));
        if (requests.isEmpty() && limits.isEmpty()) {
            return;
        }
        out.append(indent).append("resources:\n");
        if (!requests.isEmpty()) {
            out.append(indent).append("  requests:\n").append(requests);
        }
        if (!limits.isEmpty()) {
            out.append(indent).append("  limits:\n").append(limits);
        }
    }

    private static String resource(String indent, String name, Optional<Setting> setting) {
        return setting.filter(Setting::isChange)
                .map(it -> indent + "    " + name + ": " + quoted(it.suggested()) + "\n")
                .orElse("");
    }

    private static void metadata(StringBuilder out, WorkloadId workload) {
        out.append("metadata:\n  name: ").append(text(workload.name())).append('\n');
        if (!workload.namespace().isEmpty()) {
            out.append("  namespace: ").append(text(workload.namespace())).append('\n');
        }
    }

    private static String version(WorkloadId workload) {
        return switch (workload.kind()) {
            case "Pod", "ReplicationController" -> "v1";
            case "Job", "CronJob" -> "batch/v1";
            default -> "apps/v1";
        };
    }

    /** Returns the name of the container, or a placeholder that Kubernetes refuses. */
    private static String container(WorkloadSize each) {
        return each.container().isEmpty()
                ? "CONTAINER # the name of the JVM's container"
                : text(each.container());
    }

    /** Returns a name of Kubernetes as it is, and quotes anything else. */
    private static String text(String name) {
        return name.toLowerCase(Locale.ROOT).matches("[a-z][a-z0-9.-]*")
                        && !name.matches("(?i)true|false|yes|no|on|off|null|y|n")
                ? name
                : quoted(name);
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each < ' ' || each > '~') {
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) each));
            } else {
                out.append(each);
            }
        }
        return out.append('"').toString();
    }
}
