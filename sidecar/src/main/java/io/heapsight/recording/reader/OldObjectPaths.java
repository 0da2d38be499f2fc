/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.recording.RecordingSummary.OldObjects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/**
 * Groups sampled old objects ({@code jdk.OldObjectSample}) by holder: the path from the object to
 * its GC root, without positions in arrays, lists and trees.
 */
final class OldObjectPaths {
    private static final int MOST_GROUPS = 1_000;
    private static final int MOST_STEPS = 100;

    private record Key(String className, List<String> path) {}

    /**
     * A step from an object to its holder: "com.acme.Leak.MAP (static)", "java.util.HashMap.table",
     * "java.lang.Object[] element", and for a whole tree
     * "java.util.TreeMap$Entry.left|right|value".
     */
    private record Step(String className, TreeSet<String> fields, String kind) {
        /**
         * Whether the next step leads to another node of the same list or tree; then it is merged
         * into this one.
         */
        boolean continuesWith(Step next) {
            boolean continues =
                    !fields.isEmpty()
                            && !next.fields.isEmpty()
                            && className.equals(next.className)
                            && kind.equals(next.kind);
            if (continues) {
                fields.addAll(next.fields);
            }
            return continues;
        }

        String words() {
            return className + (fields.isEmpty() ? "" : "." + String.join("|", fields)) + kind;
        }
    }

    private static final class Group {
        private final Optional<String> site;
        private long samples;

        Group(Optional<String> site) {
            this.site = site;
        }
    }

    private final Map<Key, Group> groups = new HashMap<>();

    void add(RecordedEvent sample) {
        if (!(sample.getValue("object") instanceof RecordedObject object)) {
            return;
        }
        Key key = new Key(EventGroupKeys.className(object, "type"), path(sample, object));
        if (groups.size() < MOST_GROUPS || groups.containsKey(key)) {
            groups.computeIfAbsent(key, _ -> new Group(EventGroupKeys.topApplicationFrame(sample)))
                    .samples++;
        }
    }

    private static List<String> path(RecordedEvent sample, RecordedObject object) {
        List<Step> path = new ArrayList<>();
        @Nullable RecordedObject at = object;
        while (path.size() < MOST_STEPS && at != null) {
            if (!(value(at, "referrer") instanceof RecordedObject reference)) {
                break;
            }
            at = value(reference, "object") instanceof RecordedObject holder ? holder : null;
            if (at != null) {
                Step step = step(reference, at);
                if (path.isEmpty() || !path.getLast().continuesWith(step)) {
                    path.add(step);
                }
            }
        }
        List<String> words = new ArrayList<>();
        path.forEach(step -> words.add(step.words()));
        root(sample).ifPresent(words::add);
        return words;
    }

    private static Step step(RecordedObject reference, RecordedObject holder) {
        String className = EventGroupKeys.className(holder, "type");
        if (!(value(reference, "field") instanceof RecordedObject field)) {
            return new Step(
                    className,
                    new TreeSet<>(),
                    value(reference, "array") == null ? "" : " element");
        }
        String name = EventGroupKeys.text(field, "name");
        boolean isStatic = (EventGroupKeys.number(field, "modifiers") & 0x8) != 0;
        String described = EventGroupKeys.text(holder, "description");
        if (className.equals("java.lang.Class") && described.startsWith("Class Name: ")) {
            className = described.substring("Class Name: ".length());
        }
        return new Step(className, new TreeSet<>(Set.of(name)), isStatic ? " (static)" : "");
    }

    private static Optional<String> root(RecordedEvent sample) {
        return value(sample, "root") instanceof RecordedObject root
                ? Optional.of(
                        "GC root: "
                                + EventGroupKeys.text(root, "type")
                                + " of "
                                + EventGroupKeys.text(root, "system"))
                : Optional.empty();
    }

    private static @Nullable Object value(RecordedObject of, String field) {
        return of.hasField(field) ? of.getValue(field) : null;
    }

    List<OldObjects> found(int rows) {
        return groups.entrySet().stream()
                .map(
                        each ->
                                new OldObjects(
                                        each.getKey().className(),
                                        each.getKey().path(),
                                        each.getValue().samples,
                                        each.getValue().site))
                .sorted(
                        Comparator.comparingLong(OldObjects::samples)
                                .reversed()
                                .thenComparing(OldObjects::className)
                                .thenComparing(it -> it.path().toString()))
                .limit(rows)
                .toList();
    }
}
