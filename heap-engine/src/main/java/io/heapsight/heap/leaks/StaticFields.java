/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the objects in static fields. */
final class StaticFields {
    private final HeapClasses classes;

    StaticFields(HeapClasses classes) {
        this.classes = classes;
    }

    /** Returns the address that a static field refers to; 0 for none. */
    long reference(String rawName, String field) {
        for (HeapClass each : classes.all()) {
            if (each.rawName().equals(rawName)) {
                long found = ObjectFields.staticReference(classes, each, field);
                if (found != 0) {
                    return found;
                }
            }
        }
        return 0;
    }

    /**
     * Returns the objects in static fields of classes that several loaders have defined, except
     * fields with the same object in all of them.
     */
    Set<Long> ofTwins(List<HeapClass> twins) {
        Map<String, Set<Long>> byField = new HashMap<>();
        for (HeapClass each : twins) {
            ClassDump dump = each.dump();
            for (int i = 0; dump != null && i < dump.staticTypes().length; i++) {
                if (dump.staticTypes()[i] == BasicType.OBJECT.code()
                        && dump.staticValues()[i] != 0) {
                    byField.computeIfAbsent(
                                    each.name() + "." + classes.fieldName(dump.staticNames()[i]),
                                    _ -> new HashSet<>())
                            .add(dump.staticValues()[i]);
                }
            }
        }
        Set<Long> own = new HashSet<>();
        byField.values().stream().filter(each -> each.size() > 1).forEach(own::addAll);
        return own;
    }
}
