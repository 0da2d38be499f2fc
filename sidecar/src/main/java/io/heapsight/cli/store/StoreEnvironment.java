/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.config.ConfigException;
import io.heapsight.config.SidecarConfig;
import io.heapsight.heap.AnalysisPlan;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the settings of stores from environment variables: endpoint, region, authorities. Uploads
 * use the same variables.
 */
record StoreEnvironment(Map<String, String> variables) {
    private static final String STORE = "HEAPSIGHT_STORE";

    /** Server-side encryption is for uploads, and its key belongs to one service. */
    private static final String ENCRYPTION = "HEAPSIGHT_STORE_SSE";

    /**
     * The settings for a store.
     *
     * @throws ProblemException if the environment is invalid
     */
    StoreSettings settings(StoreUrl store) throws ProblemException {
        Map<String, String> with = new HashMap<>(variables);
        with.remove(ENCRYPTION);
        return read(with, store);
    }

    /**
     * The settings for uploads to a store.
     *
     * @throws ProblemException if the environment is invalid
     */
    StoreSettings uploadSettings(StoreUrl store) throws ProblemException {
        return read(new HashMap<>(variables), store);
    }

    private static StoreSettings read(Map<String, String> with, StoreUrl store)
            throws ProblemException {
        with.put(STORE, store.toString());
        try {
            return SidecarConfig.read(with).stores().store().orElseThrow();
        } catch (ConfigException e) {
            throw new ProblemException(e.problem(), e);
        }
    }

    /**
     * The settings for the named store, or for HEAPSIGHT_STORE.
     *
     * @throws ProblemException if there is none, or its URL is invalid
     */
    StoreSettings settings(Optional<String> named) throws ProblemException {
        Optional<String> url =
                named.or(() -> Optional.ofNullable(variables.get(STORE)))
                        .filter(it -> !it.isBlank());
        if (url.isEmpty()) {
            throw problem("Neither --store nor HEAPSIGHT_STORE names a store.");
        }
        try {
            return settings(StoreUrl.parse(url.get().strip()));
        } catch (IllegalArgumentException _) {
            throw problem(url.get() + " is not the URL of a store.");
        }
    }

    /**
     * Copies the object with a URL.
     *
     * @return its SHA-256, if a manifest confirmed it
     * @throws ProblemException if it can't be read
     */
    Optional<String> copy(ObjectUrl url, Path to, Progress progress, CancelSignal cancel)
            throws IOException, ProblemException {
        return switch (url) {
            case ObjectUrl.InBucket it ->
                    new StoreReadChild(settings(it.store())).copy(it.key(), to, progress, cancel);
            case ObjectUrl.Link it -> {
                new StoreReadChild(settings(StoreUrl.parse("file:///")))
                        .copy(it.uri(), to, progress, cancel);
                yield Optional.empty();
            }
            case ObjectUrl.Local it -> {
                Files.copy(it.file(), to);
                yield Optional.empty();
            }
        };
    }

    /**
     * Reads the dump at a remote URL without a local copy.
     *
     * @throws ProblemException if it can't be read
     */
    AnalysisPlan plan(ObjectUrl url, Progress progress, CancelSignal cancel)
            throws ProblemException {
        return AnalysisPlanCodec.parse(
                switch (url) {
                    case ObjectUrl.InBucket it ->
                            new StoreReadChild(settings(it.store()))
                                    .plan(it.key(), progress, cancel);
                    case ObjectUrl.Link it ->
                            new StoreReadChild(settings(StoreUrl.parse("file:///")))
                                    .plan(it.uri(), progress, cancel);
                    case ObjectUrl.Local it ->
                            throw new IllegalArgumentException("a local file: " + it.file());
                });
    }

    private static ProblemException problem(String detail) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "No store",
                detail,
                "Give --store " + StoreUrl.EXPECTED.replace(", or empty", "") + ".");
    }
}
