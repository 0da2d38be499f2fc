/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.json.JsonTreeWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the manifest of the Job that analyses a dump: the manifest of {@code k8s/analyze-job},
 * with parts of the sidecar's pod.
 *
 * @param name of the Job
 * @param dump its URL in the store
 * @param flags of the dumped JVM, if known
 */
record AnalysisJob(
        String name, String dump, JobSize size, Optional<String> flags, boolean revealStrings) {
    /** Annotation: the pod that created the Job, and may stop it. */
    static final String CREATOR = "heapsight.io/created-by";

    private static final long LONGEST_SECONDS = 21_600;
    private static final long KEPT_SECONDS = 86_400;
    private static final long USER = 1000;

    /** The CPU request; without a CPU limit, the Job uses all idle cores. */
    private static final String CPU = "1";

    /** Returns the manifest in JSON. */
    String manifest(SidecarPod pod) {
        return JsonTreeWriter.write(
                Map.of(
                        "apiVersion",
                        "batch/v1",
                        "kind",
                        "Job",
                        "metadata",
                        Map.of(
                                "name",
                                name,
                                "labels",
                                Map.of("app.kubernetes.io/managed-by", "heapsight"),
                                "annotations",
                                Map.of(CREATOR, pod.name())),
                        "spec",
                        Map.of(
                                "backoffLimit",
                                0L,
                                "activeDeadlineSeconds",
                                LONGEST_SECONDS,
                                "ttlSecondsAfterFinished",
                                KEPT_SECONDS,
                                "podFailurePolicy",
                                ignoringEvictions(),
                                "template",
                                template(pod))));
    }

    /** Returns the policy for failed pods: an evicted pod is replaced. */
    private static Map<String, Object> ignoringEvictions() {
        Map<String, Object> evicted = Map.of("type", "DisruptionTarget", "status", "True");
        return Map.of(
                "rules", List.of(Map.of("action", "Ignore", "onPodConditions", List.of(evicted))));
    }

    private Map<String, Object> template(SidecarPod pod) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("restartPolicy", "Never");
        spec.put("serviceAccountName", pod.serviceAccount());
        spec.put("automountServiceAccountToken", false);
        putUnlessEmpty(spec, "imagePullSecrets", pod.pullSecrets());
        spec.put(
                "securityContext",
                Map.of(
                        "runAsNonRoot",
                        true,
                        "runAsUser",
                        USER,
                        "runAsGroup",
                        USER,
                        "fsGroup",
                        USER,
                        "seccompProfile",
                        Map.of("type", "RuntimeDefault")));
        spec.put("containers", List.of(container(pod)));
        Map<String, Object> work =
                Map.of("name", "work", "emptyDir", Map.of("sizeLimit", size.disk()));
        spec.put("volumes", with(pod.volumes(), work));
        return pod.labels().isEmpty()
                ? Map.of("spec", spec)
                : Map.of("metadata", Map.of("labels", pod.labels()), "spec", spec);
    }

    private Map<String, Object> container(SidecarPod pod) {
        Map<String, Object> container = new LinkedHashMap<>();
        container.put("name", "heapsight");
        container.put("image", pod.image());
        container.put("imagePullPolicy", pod.pullPolicy());
        container.put("args", arguments());
        container.put("env", environment(pod));
        putUnlessEmpty(container, "envFrom", pod.environmentSources());
        container.put("terminationMessagePolicy", "FallbackToLogsOnError");
        container.put(
                "securityContext",
                Map.of(
                        "allowPrivilegeEscalation",
                        false,
                        "readOnlyRootFilesystem",
                        true,
                        "capabilities",
                        Map.of("drop", List.of("ALL"))));
        Map<String, Object> work = Map.of("name", "work", "mountPath", "/var/lib/heapsight");
        container.put("volumeMounts", with(pod.mounts(), work));
        container.put(
                "resources",
                Map.of(
                        "requests",
                        Map.of(
                                "cpu",
                                CPU,
                                "memory",
                                size.memory(),
                                "ephemeral-storage",
                                size.disk()),
                        "limits",
                        Map.of("memory", size.memory())));
        return container;
    }

    private List<Object> environment(SidecarPod pod) {
        Map<String, Object> disk =
                Map.of(
                        "name",
                        "DISK",
                        "valueFrom",
                        Map.of(
                                "resourceFieldRef",
                                Map.of("resource", "requests.ephemeral-storage")));
        return with(with(pod.environment(), Map.of("name", "DUMP", "value", dump)), disk);
    }

    private List<Object> arguments() {
        List<Object> arguments =
                new ArrayList<>(
                        List.of(
                                "analyze",
                                "$(DUMP)",
                                "--upload-summary",
                                "--keep-index",
                                "--disk=$(DISK)",
                                "--log-progress",
                                "--termination-message=/dev/termination-log"));
        // Kubernetes expands $(NAME) in arguments.
        flags.ifPresent(text -> arguments.add("--flags=" + text.replace("$(", "$$(")));
        if (revealStrings) {
            arguments.add("--reveal-strings");
        }
        return arguments;
    }

    private static List<Object> with(List<Object> all, Object one) {
        List<Object> more = new ArrayList<>(all);
        more.add(one);
        return more;
    }

    private static void putUnlessEmpty(Map<String, Object> to, String name, List<Object> values) {
        if (!values.isEmpty()) {
            to.put(name, values);
        }
    }
}
