/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource attributes of a target: its service, process, container and pod.
 *
 * @param place attributes that all targets of the sidecar share: cluster, namespace, pod, node
 * @param given attributes from the environment, which take precedence
 * @param version of heapsight
 */
public record TargetResourceAttributes(
        ProcFs procFs, Map<String, String> place, Map<String, String> given, String version) {
    /** The container id in the path of a control group. */
    private static final Pattern CONTAINER_ID = Pattern.compile("[/-]([0-9a-f]{64})(?:\\.scope)?$");

    /** Returns the attributes: whole numbers and strings. */
    Map<String, Object> of(TargetJvm jvm) {
        Map<String, Object> all = new LinkedHashMap<>(place);
        Optional<String> container = containerId(jvm.pid());
        container.ifPresent(id -> all.put("container.id", id));
        all.put("service.name", jvm.name());
        all.put("service.instance.id", instance(jvm, container.orElse("")));
        all.put("process.pid", (long) jvm.nsPid());
        jvm.jdkVersion().toOptional().ifPresent(jdk -> all.put("process.runtime.version", jdk));
        all.put("os.type", "linux");
        all.put("host.arch", arch(System.getProperty("os.arch", "")));
        all.put("telemetry.distro.name", "heapsight");
        all.put("telemetry.distro.version", version);
        all.putAll(given);
        return all;
    }

    /** Returns an id that identifies one process: it stays the same until the process ends. */
    private String instance(TargetJvm jvm, String container) {
        String name =
                String.join(
                        " ",
                        place.getOrDefault("k8s.namespace.name", ""),
                        place.getOrDefault("k8s.pod.name", ""),
                        container,
                        Integer.toString(jvm.pid()),
                        Long.toString(jvm.startTicks()));
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private Optional<String> containerId(int pid) {
        try {
            for (String group : procFs.cgroups(pid)) {
                Matcher id = CONTAINER_ID.matcher(group);
                if (id.find()) {
                    return Optional.of(id.group(1));
                }
            }
        } catch (IOException _) {
            // the target has ended
        }
        return Optional.empty();
    }

    /** Returns the conventions' name of a processor architecture. */
    private static String arch(String java) {
        return switch (java.toLowerCase(Locale.ROOT)) {
            case "aarch64" -> "arm64";
            case "x86_64" -> "amd64";
            default -> java;
        };
    }
}
