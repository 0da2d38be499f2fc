/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A heap dump in a store, with the suspects of its summary.
 *
 * @param name of the dump or its summary, below the store's URL
 * @param pod CLUSTER/NAMESPACE/POD as far as known; the name for a dump that no sidecar uploaded
 * @param takenAt empty without a summary
 * @param reason why the summary is unreadable or partial; "" if it is neither
 * @param suspects the most important first
 */
public record StoredDump(
        String name,
        String pod,
        Summary summary,
        Optional<Instant> takenAt,
        String reason,
        List<DumpSuspect> suspects) {
    /** The state of the summary. */
    public enum Summary implements Labelled {
        THERE,
        /** The analysis skipped the search for suspects, for lack of memory. */
        PARTIAL,
        /** The store has the dump only. */
        MISSING,
        UNREADABLE
    }

    public static final Shape<StoredDump> SHAPE =
            Shape.<StoredDump>of()
                    .field("name", TEXT, StoredDump::name)
                    .field("pod", TEXT, StoredDump::pod)
                    .field("summary", choice(Summary.values()), StoredDump::summary)
                    .optional("takenAt", TIME, StoredDump::takenAt)
                    .field("reason", TEXT, StoredDump::reason)
                    .field("suspects", list(DumpSuspect.SHAPE), StoredDump::suspects);

    public StoredDump {
        suspects = List.copyOf(suspects);
    }

    /** Creates a dump without the content of a summary. */
    static StoredDump without(String name, String pod, Summary summary, String reason) {
        return new StoredDump(name, pod, summary, Optional.empty(), reason, List.of());
    }

    static StoredDump read(JsonObject from) throws IOException {
        List<DumpSuspect> suspects = new ArrayList<>();
        for (JsonObject each : from.items(JsonObject.class, "suspects")) {
            suspects.add(DumpSuspect.read(each));
        }
        String summary = from.text("summary");
        return new StoredDump(
                from.text("name"),
                from.text("pod"),
                Labelled.find(Summary.values(), summary)
                        .orElseThrow(() -> new IOException("unknown: " + summary)),
                from.optionalTime("takenAt"),
                from.text("reason"),
                suspects);
    }
}
