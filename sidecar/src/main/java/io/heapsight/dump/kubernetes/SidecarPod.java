/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.json.JsonObject;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The parts of the sidecar's pod that a Job needs, too: image, identity, and the settings and
 * credentials of the store. Lists contain parts of manifests.
 *
 * @param name of the pod
 * @param image of the sidecar
 * @param pullPolicy of that image
 * @param serviceAccount identity in the store
 * @param environment variables of the store
 * @param volumes that these variables may refer to, with their mounts
 * @param labels that identities in the store require
 */
record SidecarPod(
        String name,
        String image,
        String pullPolicy,
        String serviceAccount,
        List<Object> pullSecrets,
        List<Object> environment,
        List<Object> environmentSources,
        List<Object> volumes,
        List<Object> mounts,
        Map<String, Object> labels) {
    private static final String CONTAINER = "heapsight";
    private static final String NAME = "name";

    /** Prefixes of variables with settings or credentials of a store. */
    private static final List<String> OF_STORES =
            List.of(
                    "HEAPSIGHT_STORE",
                    "HEAPSIGHT_UPLOAD_CA",
                    "HEAPSIGHT_CONFIG",
                    "AWS_",
                    "AZURE_",
                    "GOOGLE_",
                    "GCE_",
                    "STORAGE_EMULATOR_HOST");

    /** Kinds of volumes that several pods can have. */
    private static final Set<String> SHARED = Set.of("secret", "configMap", "projected", "csi");

    private static final List<String> IDENTITY_LABELS = List.of("azure.workload.identity/use");

    /**
     * Reads a pod.
     *
     * @throws ProblemException if no container of it is the sidecar
     */
    static SidecarPod read(JsonObject pod) throws IOException, ProblemException {
        JsonObject spec = pod.object("spec");
        JsonObject sidecar = sidecar(pod, spec);
        List<JsonObject> volumes =
                named(spec, "volumes").stream().filter(SidecarPod::isShared).toList();
        List<String> shared = new ArrayList<>();
        for (JsonObject each : volumes) {
            shared.add(each.text(NAME));
        }
        List<JsonObject> mounts = new ArrayList<>();
        for (JsonObject each : named(sidecar, "volumeMounts")) {
            boolean isOfCluster = each.text("mountPath").equals(ServiceAccount.FOLDER.toString());
            if (shared.contains(each.text(NAME)) && !isOfCluster) {
                mounts.add(each);
            }
        }
        return new SidecarPod(
                pod.object("metadata").text(NAME),
                sidecar.text("image"),
                sidecar.optionalText("imagePullPolicy").orElse("IfNotPresent"),
                spec.optionalText("serviceAccountName").orElse("default"),
                trees(named(spec, "imagePullSecrets")),
                trees(environment(sidecar)),
                trees(named(sidecar, "envFrom")),
                trees(mounted(volumes, mounts)),
                trees(mounts),
                labels(pod));
    }

    private static JsonObject sidecar(JsonObject pod, JsonObject spec)
            throws IOException, ProblemException {
        List<JsonObject> all =
                Stream.concat(
                                named(spec, "containers").stream(),
                                named(spec, "initContainers").stream())
                        .toList();
        for (JsonObject each : all) {
            if (each.text(NAME).equals(CONTAINER)) {
                return each;
            }
        }
        throw new ProblemException(
                Problem.Kind.CONFLICT,
                "The sidecar's container is unknown",
                "The pod %s has no container with the name %s."
                        .formatted(pod.object("metadata").text(NAME), CONTAINER),
                "Call the sidecar's container " + CONTAINER + ": a Job uses its image.");
    }

    private static List<JsonObject> named(JsonObject of, String list) throws IOException {
        return of.optionalItems(JsonObject.class, list);
    }

    private static boolean isShared(JsonObject volume) {
        return SHARED.stream().anyMatch(volume.fields()::containsKey);
    }

    private static List<JsonObject> environment(JsonObject sidecar) throws IOException {
        List<JsonObject> found = new ArrayList<>();
        for (JsonObject each : named(sidecar, "env")) {
            String name = each.text(NAME);
            if (OF_STORES.stream().anyMatch(name::startsWith)) {
                found.add(each);
            }
        }
        return found;
    }

    private static List<JsonObject> mounted(List<JsonObject> volumes, List<JsonObject> mounts)
            throws IOException {
        List<JsonObject> found = new ArrayList<>();
        for (JsonObject each : volumes) {
            String name = each.text(NAME);
            if (mounts.stream().anyMatch(mount -> name.equals(mount.fields().get(NAME)))) {
                found.add(each);
            }
        }
        return found;
    }

    private static Map<String, Object> labels(JsonObject pod) throws IOException {
        Map<String, Object> found = new LinkedHashMap<>();
        Optional<JsonObject> labels = pod.object("metadata").optionalObject("labels");
        if (labels.isPresent()) {
            found.putAll(labels.get().fields());
            found.keySet().retainAll(IDENTITY_LABELS);
        }
        return found;
    }

    private static List<Object> trees(List<JsonObject> parts) {
        return parts.stream().map(SidecarPod::tree).toList();
    }

    /** Converts a parsed value so that it can be written again: whole numbers become integers. */
    private static Object tree(Object value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                object.fields().forEach((name, each) -> fields.put(name, tree(each)));
                yield fields;
            }
            case List<?> list -> list.stream().map(SidecarPod::tree).toList();
            case Double number when number == Math.rint(number) -> number.longValue();
            default -> value;
        };
    }
}
