/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.http.route.Access;
import io.heapsight.http.route.AnswerDeclaration;
import io.heapsight.http.route.Cost;
import io.heapsight.http.route.Exchange;
import io.heapsight.http.route.Method;
import io.heapsight.http.route.Parameter;
import io.heapsight.http.route.Reply;
import io.heapsight.http.route.Route;
import io.heapsight.job.JobJson;
import io.heapsight.kept.KeptFile;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.StoreUploads;
import io.heapsight.unit.ProblemException;
import java.util.List;

/**
 * {@code /KIND/ID/upload}: uploads a stored file to HEAPSIGHT_STORE; heap dumps have their own
 * resource.
 */
final class StoreUploadResource {
    private static final Parameter<String> ID =
            Parameter.text("id", KeptFile.ID_PATTERN, "an id from the list of its kind", "it");

    private final StoreUploads stores;

    StoreUploadResource(StoreUploads stores) {
        this.stores = stores;
    }

    List<Route> routes() {
        return List.of(
                route("/recordings/{id}/upload", EvidenceKind.RECORDING, "a recording"),
                route("/gclog/{id}/upload", EvidenceKind.GCLOG, "a GC log"),
                route("/profiles/{id}/upload", EvidenceKind.PROFILE, "a profile"),
                route("/threads/kept/{id}/upload", EvidenceKind.THREADS, "a thread dump"),
                route("/histogram/kept/{id}/upload", EvidenceKind.HISTOGRAM, "a class histogram"),
                route("/garbage/kept/{id}/upload", EvidenceKind.GARBAGE, "a garbage summary"),
                route("/postmortems/{id}/upload", EvidenceKind.POSTMORTEM, "a post-mortem"));
    }

    private Route route(String path, EvidenceKind kind, String noun) {
        return new Route(
                Method.POST,
                path,
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "sends " + noun + " to HEAPSIGHT_STORE",
                        List.of(ID),
                        AnswerDeclaration.textOr(() -> JobJson.JOB.document()).accepted()),
                exchange -> upload(exchange, kind));
    }

    private Reply upload(Exchange exchange, EvidenceKind kind) throws ProblemException {
        return JobsResource.started(
                exchange, stores.start(kind, exchange.get(ID), exchange.callerName()));
    }
}
