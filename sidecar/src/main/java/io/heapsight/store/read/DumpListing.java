/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreUrl;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.SummaryJson;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists the heap dumps below a URL of a store, newest first, with the leak suspects from the
 * summaries beside them. Summaries may be wrong or hostile.
 */
public final class DumpListing {
    private static final int MOST_LISTED = 50_000;
    private static final int MOST_SUMMARY_BYTES = 64 << 20;
    private static final int MOST_SUSPECTS = 100;
    private static final String PHASE_OF_SUSPECTS = "dominators";

    private static final Shape<HeapSummary> READ =
            SummaryJson.ALL.only("dump", "findings", "skipped");

    private final ObjectReader source;
    private final StoreUrl url;
    private final CancelSignal cancel;

    /**
     * Objects of one dump.
     *
     * @param name of the dump, else of the summary, below the URL
     * @param summary the key of the summary; empty if the store has none
     */
    private record Found(String folder, String stem, String name, Optional<String> summary) {
        Found and(Found other) {
            return new Found(
                    folder,
                    stem,
                    summary.isPresent() ? other.name : name,
                    summary.or(other::summary));
        }

        /**
         * Returns CLUSTER/NAMESPACE/POD if a sidecar uploaded the dump, to the folder
         * CLUSTER/NAMESPACE/POD/TARGET/ID.heapdump; otherwise the name.
         */
        String pod() {
            String[] steps = folder.split("/");
            return steps.length > 2 && folder.endsWith("." + EvidenceKind.HEAPDUMP.label())
                    ? String.join("/", List.of(steps).subList(0, steps.length - 2))
                    : name;
        }
    }

    public DumpListing(ObjectReader source, StoreUrl url, CancelSignal cancel) {
        this.source = source;
        this.url = url;
        this.cancel = cancel;
    }

    /**
     * Lists dumps.
     *
     * @param most maximum number
     * @throws StoreFailure from the store
     */
    public StoredDumps read(int most) throws StoreFailure {
        String below = url.key("");
        List<ListedObject> objects = source.list(below, MOST_LISTED);
        List<Found> all = found(below, objects);
        List<Found> shown = all.subList(0, Math.min(most, all.size()));
        return new StoredDumps(
                url.toString(),
                ParallelObjectReads.all(shown, this::read),
                all.size() > most || objects.size() == MOST_LISTED);
    }

    private static List<Found> found(String below, List<ListedObject> objects) {
        Map<String, Found> found = new HashMap<>();
        for (ListedObject each : objects) {
            if (each.key().startsWith(below)) {
                String name = each.key().substring(below.length());
                of(name, each.key())
                        .ifPresent(it -> found.merge(it.folder + "/" + it.stem, it, Found::and));
            }
        }
        return found.values().stream()
                .sorted(Comparator.comparing(Found::stem).reversed().thenComparing(Found::name))
                .toList();
    }

    /** Returns a dump or a summary; empty if the object is neither. */
    private static Optional<Found> of(String name, String key) {
        int slash = name.lastIndexOf('/');
        String folder = name.substring(0, Math.max(0, slash));
        String last = name.substring(slash + 1);
        if (isOfAnotherKind(folder)) {
            return Optional.empty();
        }
        if (DumpNames.isSummary(last)) {
            return Optional.of(
                    new Found(folder, DumpNames.stemOfSummary(last), name, Optional.of(key)));
        }
        return DumpNames.isDump(last)
                ? Optional.of(new Found(folder, DumpNames.stem(last), name, Optional.empty()))
                : Optional.empty();
    }

    /** Recordings have summaries of these names, too. */
    private static boolean isOfAnotherKind(String folder) {
        return Labelled.find(EvidenceKind.values(), folder.substring(folder.lastIndexOf('.') + 1))
                .filter(kind -> kind != EvidenceKind.HEAPDUMP)
                .isPresent();
    }

    private StoredDump read(Found dump) throws StoreFailure {
        cancel.throwIfCancelled();
        if (dump.summary().isEmpty()) {
            return StoredDump.without(dump.name, dump.pod(), StoredDump.Summary.MISSING, "");
        }
        String key = dump.summary().get();
        try (RangeResponse object = source.open(key, 0, MOST_SUMMARY_BYTES, Optional.empty())) {
            return read(dump, object);
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException e) {
            return StoredDump.without(
                    dump.name, dump.pod(), StoredDump.Summary.UNREADABLE, IoReason.of(e));
        }
    }

    private static StoredDump read(Found dump, RangeResponse object) throws IOException {
        List<DumpSuspect> suspects = new ArrayList<>();
        JsonObject document =
                JsonObject.parse(
                        object.body(),
                        READ,
                        "findings",
                        row -> {
                            if (row.text("kind").equals("leak-suspect")
                                    && suspects.size() < MOST_SUSPECTS) {
                                suspects.add(DumpSuspect.read(row));
                            }
                        });
        document.checkVersion();
        Optional<String> notSearched = notSearched(document);
        return new StoredDump(
                dump.name,
                dump.pod(),
                notSearched.isPresent() ? StoredDump.Summary.PARTIAL : StoredDump.Summary.THERE,
                document.object("dump").optionalTime("takenAt"),
                notSearched.orElse(""),
                suspects);
    }

    /** Returns the reason why an analysis skipped the search for suspects. */
    private static Optional<String> notSearched(JsonObject summary) throws IOException {
        for (JsonObject phase : summary.items(JsonObject.class, "skipped")) {
            if (phase.text("phase").startsWith(PHASE_OF_SUSPECTS)) {
                return Optional.of(phase.text("reason"));
            }
        }
        return Optional.empty();
    }
}
