/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pyroscope;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.delivery.DeliveryCounts;
import io.heapsight.delivery.DeliveryQueue;
import io.heapsight.delivery.RetryingPost;
import io.heapsight.profile.ProfileConverter.Form;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileStore;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Sends each new profile to a Pyroscope server, in the background. */
public final class PyroscopePush implements AutoCloseable {
    private final PyroscopeSettings settings;
    private final Map<String, String> labels;
    private final ProfileStore store;
    private final RetryingPost post;
    private final DeliveryQueue<ProfileRecord> queue;

    /**
     * Creates a push; its thread starts with the first profile.
     *
     * @param labels of all profiles, such as pod and namespace
     * @param store of the profiles
     */
    public PyroscopePush(
            PyroscopeSettings settings,
            Map<String, String> labels,
            ProfileStore store,
            RetryingPost post,
            EventLog log) {
        this.settings = settings;
        this.labels = Map.copyOf(labels);
        this.store = store;
        this.post = post;
        queue = new DeliveryQueue<>("pyroscope", this::deliver, this::shown, log);
    }

    /** Counts of profiles by outcome. */
    public DeliveryCounts counts() {
        return queue.counts();
    }

    /** Queues a stored profile. Doesn't block. */
    public void send(ProfileRecord profile) {
        queue.add(profile);
    }

    private RetryingPost.Ended deliver(ProfileRecord profile, CancelSignal cancel) {
        return post.send(() -> request(profile), cancel);
    }

    private HttpRequest request(ProfileRecord profile) throws IOException {
        Path stacks = store.made(profile.id(), Form.COLLAPSED);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(
                                settings.ingest(new PyroscopeIngestQuery(profile, labels).query()))
                        .header("Content-Type", "text/plain; charset=utf-8")
                        .header("User-Agent", "heapsight")
                        .POST(body(stacks));
        settings.tenant().ifPresent(tenant -> request.header("X-Scope-OrgID", tenant));
        return request.build();
    }

    private static HttpRequest.BodyPublisher body(Path stacks) throws IOException {
        try {
            return HttpRequest.BodyPublishers.ofFile(stacks);
        } catch (FileNotFoundException e) {
            throw new IOException("the profile was deleted", e);
        }
    }

    private List<EventLog.Field> shown(ProfileRecord profile) {
        return List.of(
                field("profile", profile.id()),
                field("event", profile.event().label()),
                field("target", profile.target()),
                field("host", settings.url().getAuthority()));
    }

    /** Cancels the current delivery and drops waiting profiles. */
    @Override
    public void close() {
        queue.close();
    }
}
