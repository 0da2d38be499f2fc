/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.function.IntSupplier;

/** All primitives of a {@link DumpBuilder}. */
public final class DumpData {
    private DumpData() {}

    /**
     * Sets each element of a primitive array, each primitive field, static field and constant to a
     * value. Removes the names of threads, which other tests cover.
     */
    public static void fill(DumpBuilder dump, IntSupplier values) {
        for (DumpRecord record : dump.records()) {
            switch (record) {
                case DumpRecord.Instance instance -> fill(instance, values);
                case DumpRecord.PrimitiveArray(long _, BasicType _, byte[] data) -> {
                    for (int i = 0; i < data.length; i++) {
                        data[i] = (byte) values.getAsInt();
                    }
                }
                case DumpRecord.ObjectArray _, DumpRecord.Raw _ -> {}
            }
        }
        for (DumpClass type : dump.classes()) {
            type.statics()
                    .replaceAll(
                            field ->
                                    field.type() == BasicType.OBJECT
                                            ? field
                                            : new DumpClass.Static(
                                                    field.name(), field.type(), values.getAsInt()));
            type.pool()
                    .replaceAll(
                            entry ->
                                    entry.type() == BasicType.OBJECT
                                            ? entry
                                            : new DumpClass.PoolEntry(
                                                    entry.index(),
                                                    entry.type(),
                                                    values.getAsInt()));
        }
    }

    private static void fill(DumpRecord.Instance instance, IntSupplier values) {
        for (DumpClass.Field field : instance.type().allFields()) {
            if (field.type() != BasicType.OBJECT) {
                instance.set(field.name(), values.getAsInt());
            } else if (field.name().equals("name")) {
                instance.set(field.name(), 0L);
            }
        }
    }
}
