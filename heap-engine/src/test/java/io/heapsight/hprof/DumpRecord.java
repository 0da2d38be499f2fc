/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** A record inside the heap dump of a {@link DumpBuilder}, other than a class. */
sealed interface DumpRecord {
    /** An instance with its fields by name; missing ones are 0. */
    record Instance(long address, DumpClass type, Map<String, Object> values)
            implements DumpRecord {
        static Instance of(long address, DumpClass type, Object... namesAndValues) {
            Instance instance = new Instance(address, type, new HashMap<>());
            for (int i = 0; i < namesAndValues.length; i += 2) {
                instance.set((String) namesAndValues[i], namesAndValues[i + 1]);
            }
            return instance;
        }

        void set(String field, Object value) {
            if (type.allFields().stream().noneMatch(f -> f.name().equals(field))) {
                throw new NoSuchElementException(type.name() + "." + field);
            }
            values.put(field, value);
        }
    }

    /** An array of references. */
    record ObjectArray(long address, DumpClass type, List<Long> elements) implements DumpRecord {
        static ObjectArray of(long address, DumpClass type, long... elements) {
            return new ObjectArray(
                    address, type, new ArrayList<>(Arrays.stream(elements).boxed().toList()));
        }
    }

    /**
     * An array of primitives.
     *
     * @param data the elements as in the file
     */
    @SuppressWarnings("ArrayRecordComponent")
    record PrimitiveArray(long address, BasicType element, byte[] data) implements DumpRecord {}

    /** Any other record, tag included. */
    @SuppressWarnings("ArrayRecordComponent")
    record Raw(byte[] bytes) implements DumpRecord {}
}
