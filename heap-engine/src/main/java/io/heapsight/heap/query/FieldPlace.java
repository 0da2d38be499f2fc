/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import java.util.Optional;

/**
 * The offset, size and type of a field in the bytes of an instance in the file.
 *
 * @param bytes size of the field in the file
 */
record FieldPlace(int offset, int bytes, BasicType type) {
    /** The field with a name; if there are several, that of the most derived class. */
    static Optional<FieldPlace> find(HeapClasses classes, HeapClass of, String name, int idBytes) {
        int offset = 0;
        for (HeapClass level : classes.lineage(of)) {
            ClassDump dump = level.dump();
            if (dump == null) {
                return Optional.empty();
            }
            for (int i = 0; i < dump.fieldTypes().length; i++) {
                BasicType type = BasicType.ofCode(dump.fieldTypes()[i]);
                int bytes = BasicType.bytesOf(dump.fieldTypes()[i], idBytes);
                if (type != null && classes.fieldName(dump.fieldNames()[i]).equals(name)) {
                    return Optional.of(new FieldPlace(offset, bytes, type));
                }
                offset += bytes;
            }
        }
        return Optional.empty();
    }
}
