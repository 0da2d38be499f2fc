/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.LongMap;
import java.util.HashMap;
import java.util.Map;

/** Finds the enum classes of a dump and their constants, which static fields refer to. */
public final class EnumClasses {
    private static final String ENUM = "java/lang/Enum";
    private static final String ARRAY = "[L";
    private static final int NONE = -1;

    private final LongMap constants = new LongMap();
    private final int[] elementOf;

    public EnumClasses(HeapClasses classes) {
        this.elementOf = new int[classes.size()];
        Map<String, Integer> enums = new HashMap<>();
        for (HeapClass each : classes.all()) {
            HeapClass above = classes.superOf(each);
            if (above != null && above.rawName().equals(ENUM)) {
                enums.put(key(each.loader(), each.rawName()), each.index());
                addConstants(each);
            }
        }
        for (HeapClass each : classes.all()) {
            elementOf[each.index()] = enums.getOrDefault(elementKey(each), NONE);
        }
    }

    private static String key(long loader, String rawName) {
        return loader + " " + rawName;
    }

    private static String elementKey(HeapClass array) {
        String name = array.rawName();
        return name.startsWith(ARRAY)
                ? key(array.loader(), name.substring(ARRAY.length(), name.length() - 1))
                : "";
    }

    private void addConstants(HeapClass type) {
        ClassDump dump = type.dump();
        for (int i = 0; dump != null && i < dump.staticTypes().length; i++) {
            if (dump.staticTypes()[i] == BasicType.OBJECT.code() && dump.staticValues()[i] != 0) {
                constants.put(dump.staticValues()[i], type.index());
            }
        }
    }

    /** The number of the enum class that is an array class' element type; -1 for other classes. */
    public int elementOf(int classIndex) {
        return elementOf[classIndex];
    }

    /** The number of the enum class with a static field that refers to an object; -1 for none. */
    public int ofConstant(long address) {
        return (int) constants.get(address);
    }
}
