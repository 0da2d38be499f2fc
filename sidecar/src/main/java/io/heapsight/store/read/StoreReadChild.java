/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.child.ChildJvm;
import io.heapsight.child.ChildWatcher;
import io.heapsight.child.QueryChild;
import io.heapsight.store.StoreSettings;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Starts the reading process, which loads the store's client and finds the credentials itself, as
 * for uploads.
 */
public record StoreReadChild(StoreSettings settings) {
    /** The variable with the URL of an object, which may be secret. */
    public static final String LINK = "HEAPSIGHT_OBJECT_URL";

    /** The hidden command. */
    public static final String COMMAND = "store-read-child";

    /** The first word of a query for {@link #contents}. */
    public static final String LIST = "list";

    /** The first word of a query for {@link #find}. */
    public static final String FIND = "find";

    /** The first word of a query for {@link #dumps}. */
    public static final String DUMPS = "dumps";

    /** The option of the hidden command. */
    private static final String PLAN = "--plan";

    /**
     * Memory for the names and classes of a dump, and for ranges in transfer. Overrides the {@code
     * -Xmx} of {@link #JVM_OPTIONS}, because it follows later.
     */
    private static final String PLAN_HEAP = "-Xmx192m";

    private static final Duration LONGEST_LIST = Duration.ofMinutes(3);
    private static final Duration FAREWELL = Duration.ofSeconds(4);

    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-Xmx48m",
                    "-Xmn4m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxDirectMemorySize=16m",
                    "-Dslf4j.internal.verbosity=ERROR");

    private static final ChildWatcher.Words WORDS =
            new ChildWatcher.Words(
                    "download",
                    "What has arrived is kept.",
                    "Give the container 128 MiB more memory, then run the command again.",
                    "Run the command again; if it fails in the same way, download the object with"
                            + " another tool, and report the output.");

    /**
     * Lists the evidence in the store.
     *
     * @param most maximum number, the newest first
     * @throws ProblemException from the store
     */
    public StoreContents contents(int most, CancelSignal cancel) throws ProblemException {
        return list(LIST, Integer.toString(most), cancel, StoreContents::read);
    }

    /**
     * Finds the evidence in one folder, and compares its manifest with the store.
     *
     * @param folder below the store's URL, without a slash at its ends
     * @return empty if the store has no such folder
     * @throws ProblemException from the store
     */
    public Optional<StoredEvidence> find(String folder, CancelSignal cancel)
            throws ProblemException {
        return list(FIND, folder, cancel, StoreContents::read).evidence().stream().findFirst();
    }

    /**
     * Lists the heap dumps in the store.
     *
     * @param most maximum number, the newest first
     * @throws ProblemException from the store
     */
    public StoredDumps dumps(int most, CancelSignal cancel) throws ProblemException {
        return list(DUMPS, Integer.toString(most), cancel, StoredDumps::read);
    }

    /** Reads an answer. */
    @FunctionalInterface
    private interface Answer<T> {
        T read(String document) throws IOException;
    }

    private <T> T list(String query, String what, CancelSignal cancel, Answer<T> reading)
            throws ProblemException {
        QueryChild child = new QueryChild(WORDS, LONGEST_LIST, start(List.of(), Map.of()));
        try {
            byte[] answer =
                    child.ask(List.of(query, what), cancel)
                            .orElseThrow(() -> new IOException("no answer"));
            return reading.read(new String(answer, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.INTERNAL,
                    "The list of the store is unreadable",
                    String.valueOf(e.getMessage()),
                    "Report it with the release of heapsight.",
                    e);
        } finally {
            child.end();
        }
    }

    /**
     * Copies an object of the store's bucket.
     *
     * @param key of the object
     * @return the SHA-256, if a manifest confirmed it
     */
    public Optional<String> copy(String key, Path file, Progress progress, CancelSignal cancel)
            throws ProblemException {
        return await(start(List.of("--key=" + key, "--to=" + file), Map.of()), progress, cancel);
    }

    /**
     * Copies the object at a URL, which may be presigned; the URL need not belong to the settings'
     * store.
     */
    public void copy(URI link, Path file, Progress progress, CancelSignal cancel)
            throws ProblemException {
        Optional<String> _ =
                await(
                        start(List.of("--to=" + file), Map.of(LINK, link.toString())),
                        progress,
                        cancel);
    }

    /**
     * Reads an object of the store's bucket without storing it, and plans its analysis.
     *
     * @param key of the object
     * @return the plan's numbers, see the hidden command
     */
    public String plan(String key, Progress progress, CancelSignal cancel) throws ProblemException {
        return await(start(List.of("--key=" + key, PLAN), Map.of()), progress, cancel)
                .orElseThrow(StoreReadChild::withoutPlan);
    }

    /**
     * Plans the analysis of the object with a URL, see {@link #copy(URI, Path, Progress,
     * CancelSignal)}.
     */
    public String plan(URI link, Progress progress, CancelSignal cancel) throws ProblemException {
        return await(start(List.of(PLAN), Map.of(LINK, link.toString())), progress, cancel)
                .orElseThrow(StoreReadChild::withoutPlan);
    }

    private static IllegalStateException withoutPlan() {
        return new IllegalStateException("the child ended without a plan");
    }

    private ChildJvm start(List<String> what, Map<String, String> secrets) throws ProblemException {
        List<String> arguments = new ArrayList<>();
        arguments.add(COMMAND);
        arguments.addAll(settings.arguments());
        arguments.addAll(what);
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        if (what.contains(PLAN)) {
            options.add(PLAN_HEAP);
        }
        return ChildJvm.start("download", ChildJvm.Cache.STORE, options, arguments, secrets);
    }

    private static Optional<String> await(ChildJvm child, Progress progress, CancelSignal cancel)
            throws ProblemException {
        AtomicReference<String> digest = new AtomicReference<>("");
        ChildWatcher.await(WORDS, child, progress, digest::set, cancel, FAREWELL);
        return Optional.of(digest.get()).filter(found -> !found.isEmpty());
    }
}
