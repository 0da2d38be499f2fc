/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers classes by name: classes of one name from several loaders share a key, and so do all
 * lambdas of a class. Class objects have keys of their own, by the class that they represent.
 */
public final class ClassKeys {
    private static final String LAMBDA = "$$Lambda";

    private final int[] first;

    public ClassKeys(HeapClasses classes) {
        first = new int[classes.size()];
        Map<String, Integer> byName = new HashMap<>();
        for (HeapClass each : classes.all()) {
            Integer earlier = byName.putIfAbsent(withoutNumber(each.rawName()), each.index());
            first[each.index()] = earlier == null ? each.index() : earlier;
        }
    }

    /** Removes the part of a name that distinguishes lambdas of a class. */
    static String withoutNumber(String name) {
        int at = name.indexOf(LAMBDA);
        return at < 0 ? name : name.substring(0, at + LAMBDA.length());
    }

    /** The key of the instances of a class. */
    public int ofInstances(int classIndex) {
        return first[classIndex];
    }

    /** The key of a class object, by the class that it represents. */
    public int ofClassObject(int classIndex) {
        return first.length + first[classIndex];
    }

    public boolean isClassObject(int key) {
        return key >= first.length;
    }

    /** The first class with the name of a key. */
    public int classIndex(int key) {
        return isClassObject(key) ? key - first.length : key;
    }
}
