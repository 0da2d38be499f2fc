/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.dump.analysis.RemoteAnalysis;
import io.heapsight.json.JsonObject;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The status of a Job.
 *
 * @param state running also while its pod waits for a node
 * @param failed whether it has ended without a summary
 * @param words the state of its pod; for a failed Job, the termination message and the reason
 */
record JobStatus(RemoteAnalysis.State state, boolean failed, String words) {
    private static final int MOST_CHARACTERS = 1000;

    /**
     * Reads the status.
     *
     * @param pods the list of its pods
     */
    static JobStatus read(JsonObject job, JsonObject pods) throws IOException {
        Optional<JsonObject> status = job.optionalObject("status");
        if (status.flatMap(it -> condition(it, "Complete")).isPresent()) {
            return new JobStatus(RemoteAnalysis.State.COMPLETE, false, "");
        }
        String pod = pod(pods);
        Optional<JsonObject> failure = status.flatMap(it -> condition(it, "Failed"));
        if (failure.isEmpty()) {
            return new JobStatus(RemoteAnalysis.State.RUNNING, false, pod);
        }
        String reason = explained(failure.get());
        return new JobStatus(
                RemoteAnalysis.State.COMPLETE,
                true,
                pod.isEmpty() ? reason : pod + " (" + reason + ")");
    }

    /** Returns the condition of a type, if it is true. */
    private static Optional<JsonObject> condition(JsonObject status, String type) {
        return conditions(status).stream()
                .filter(
                        each ->
                                type.equals(each.fields().get("type"))
                                        && "True".equals(each.fields().get("status")))
                .findFirst();
    }

    private static List<JsonObject> conditions(JsonObject status) {
        try {
            return status.optionalItems(JsonObject.class, "conditions");
        } catch (IOException _) {
            return List.of();
        }
    }

    /** The state of the last pod. */
    private static String pod(JsonObject pods) throws IOException {
        Optional<JsonObject> last =
                pods.optionalItems(JsonObject.class, "items").stream()
                        .max(Comparator.comparing(JobStatus::createdAt));
        if (last.isEmpty() || last.get().optionalObject("status").isEmpty()) {
            return "";
        }
        JsonObject status = last.get().object("status");
        for (JsonObject each : status.optionalItems(JsonObject.class, "containerStatuses")) {
            Optional<JsonObject> state = each.optionalObject("state");
            if (state.isPresent()) {
                return container(state.get());
            }
        }
        for (JsonObject each : conditions(status)) {
            if ("False".equals(each.fields().get("status"))) {
                return "waiting: " + explained(each);
            }
        }
        return "";
    }

    private static String createdAt(JsonObject pod) {
        return pod.fields().get("metadata") instanceof JsonObject metadata
                ? String.valueOf(metadata.fields().get("creationTimestamp"))
                : "";
    }

    private static String container(JsonObject state) throws IOException {
        Optional<JsonObject> terminated = state.optionalObject("terminated");
        if (terminated.isPresent()) {
            return "exit code %d, %s"
                    .formatted(
                            terminated.get().optionalInteger("exitCode").orElse(0),
                            explained(terminated.get()));
        }
        Optional<JsonObject> waiting = state.optionalObject("waiting");
        return waiting.isPresent() ? "waiting: " + explained(waiting.get()) : "running";
    }

    private static String explained(JsonObject part) throws IOException {
        String reason = part.optionalText("reason").orElse("");
        String message = part.optionalText("message").orElse("").replaceAll("\\s+", " ").strip();
        String both = reason.isEmpty() || message.isEmpty() ? "" : ": ";
        return VisibleText.of(reason + both + message, MOST_CHARACTERS);
    }
}
