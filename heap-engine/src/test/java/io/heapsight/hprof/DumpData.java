/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.function.IntSupplier;

/** All the primitives that a {@link DumpBuilder} holds. */
public final class DumpData {
    private DumpData() {}

    /**
     * Gives each element of a primitive array, each primitive field, static field and constant a
     * value. Threads lose their names: what names are is the business of other tests.
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
