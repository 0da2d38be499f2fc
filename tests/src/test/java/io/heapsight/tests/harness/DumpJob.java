/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.FixedPollInterval;
import org.awaitility.pollinterval.PollInterval;

/**
 * A job of a sidecar that captures, analyses or uploads a heap dump.
 *
 * @param path "/jobs/ID"
 */
public record DumpJob(HttpCaller caller, String path) {
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /** Starts one; anything but 202 fails. */
    public static DumpJob start(HttpCaller caller, String postedTo) {
        return of(caller, caller.post(postedTo));
    }

    /** The job in an answer; any status but 202 fails. */
    public static DumpJob of(HttpCaller caller, HttpResponse<String> answer) {
        if (answer.statusCode() != 202) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return new DumpJob(caller, answer.headers().firstValue("Location").orElseThrow());
    }

    /** The newest dump of a sidecar. */
    public static Json newestDump(HttpCaller caller) {
        return Json.parse(caller.getJson("/heapdumps").body()).at("heapdumps").items().getFirst();
    }

    /** Its current state. */
    public Json now() {
        HttpResponse<String> answer = caller.getJson(path);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
        return Json.parse(answer.body());
    }

    /** Cancels it. */
    public void cancel() {
        HttpResponse<String> answer = caller.send("DELETE", path, "");
        if (answer.statusCode() != 202) {
            throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        }
    }

    /** Waits until it is in a phase with this prefix. */
    public DumpJob awaitPhase(String words) {
        // A phase may be short.
        PollInterval often = FixedPollInterval.fixed(Duration.ofMillis(20));
        await(often, job -> job.at("phase").text().startsWith(words) || isOver(job));
        if (!now().at("phase").text().startsWith(words)) {
            throw new IllegalStateException("never " + words + ": " + now());
        }
        return this;
    }

    /** Waits for its end. */
    public Json awaitEnd() {
        return await(Backoff.from(Duration.ofMillis(20)), DumpJob::isOver);
    }

    private Json await(PollInterval interval, Predicate<Json> until) {
        return Awaitility.await().atMost(LONGEST).pollInterval(interval).until(this::now, until);
    }

    private static boolean isOver(Json job) {
        String state = job.at("state").text();
        return !state.equals("running") && !state.equals("queued");
    }
}
