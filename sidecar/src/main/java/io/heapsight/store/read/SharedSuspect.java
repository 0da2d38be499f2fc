/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXTS;

import io.heapsight.json.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A group of leak suspects with the same place, in several heap dumps.
 *
 * @param largest the one with the most retained bytes
 * @param pods in which it is a suspect, sorted
 * @param dumps their number
 * @param leastBytes retained in the dump with the fewest
 */
public record SharedSuspect(DumpSuspect largest, List<String> pods, int dumps, long leastBytes) {
    public static final Shape<SharedSuspect> SHAPE =
            Shape.<SharedSuspect>of()
                    .and(DumpSuspect.SHAPE, SharedSuspect::largest)
                    .field("leastBytes", BYTES, SharedSuspect::leastBytes)
                    .field("podCount", COUNT, it -> it.pods().size())
                    .field("dumpCount", COUNT, SharedSuspect::dumps)
                    .field("pods", TEXTS, SharedSuspect::pods);

    /** Severe suspects first, then those in many pods, then by bytes. */
    private static final Comparator<SharedSuspect> WORST_FIRST =
            Comparator.comparing((SharedSuspect each) -> each.largest().severity())
                    .thenComparingInt(each -> -each.pods().size())
                    .thenComparingLong(each -> -each.largest().bytes())
                    .thenComparing(each -> each.largest().place());

    public SharedSuspect {
        pods = List.copyOf(pods);
    }

    /** The line of a local variable's method, which changes with every release. */
    private static final Pattern LINE = Pattern.compile(":\\d+\\)");

    /** A suspect, and its dump. */
    private record InDump(DumpSuspect suspect, StoredDump dump) {}

    /** Groups the suspects of all dumps by place, the worst first. */
    public static List<SharedSuspect> of(List<StoredDump> dumps) {
        Map<String, List<InDump>> byPlace = new LinkedHashMap<>();
        for (StoredDump dump : dumps) {
            for (DumpSuspect each : dump.suspects()) {
                String place = LINE.matcher(each.place()).replaceAll(")");
                byPlace.computeIfAbsent(place, _ -> new ArrayList<>()).add(new InDump(each, dump));
            }
        }
        return byPlace.values().stream().map(SharedSuspect::one).sorted(WORST_FIRST).toList();
    }

    private static SharedSuspect one(List<InDump> found) {
        DumpSuspect largest = found.getFirst().suspect();
        long least = largest.bytes();
        TreeSet<String> pods = new TreeSet<>();
        Set<String> dumps = new HashSet<>();
        for (InDump each : found) {
            DumpSuspect suspect = each.suspect();
            largest = suspect.bytes() > largest.bytes() ? suspect : largest;
            least = Math.min(least, suspect.bytes());
            pods.add(each.dump().pod());
            dumps.add(each.dump().name());
        }
        return new SharedSuspect(largest, List.copyOf(pods), dumps.size(), least);
    }
}
