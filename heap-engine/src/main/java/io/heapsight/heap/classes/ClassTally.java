/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.heap.layout.ArrayDistances;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * Counts the objects of each class that one thread has seen, by the address of the class, since the
 * class itself may come later in the file. Also keeps the least distance from an instance of a
 * class to the next object, which shows how large it is.
 */
public final class ClassTally {
    /** Of objects whose class says nothing about their size. */
    public static final int NO_SLOT = -1;

    /** Objects in a row, on average, with addresses that rise. */
    private static final int LEAST_RUN = 100;

    private final LongMap slots = new LongMap();
    private long[] addresses = new long[256];
    private long[] counts = new long[256];
    private long[] arrayBytes = new long[256];
    private long[] smallestDistances = new long[256];
    private long[] timesSmallest = new long[256];
    private int size;

    private final long[] arrays = new long[BasicType.CODES];
    private final long[] primitiveArrayBytes = new long[BasicType.CODES];
    private final ArrayDistances arrayDistances = new ArrayDistances();

    private long lastClass;
    private int lastSlot = NO_SLOT;

    private long stepsBack;
    private long previousAddress;
    private int previousSlot = NO_SLOT;
    private int previousType;
    private long previousLength;

    /**
     * What comes next is not behind what came last: which segments one thread reads after each
     * other is a matter of chance.
     */
    public void begin() {
        previousAddress = 0;
        previousSlot = NO_SLOT;
        previousType = 0;
    }

    /** Counts an instance; where it is kept, for {@link #next}. */
    public int count(long classAddress) {
        int slot = classAddress == lastClass && lastSlot >= 0 ? lastSlot : slot(classAddress);
        counts[slot]++;
        return slot;
    }

    /** Counts an object array. */
    public void countArray(long classAddress, long bytes) {
        int slot = count(classAddress); // may make room for more slots
        arrayBytes[slot] += bytes;
    }

    /** Counts a primitive array. */
    public void countPrimitiveArray(int typeCode, long bytes) {
        arrays[typeCode]++;
        primitiveArrayBytes[typeCode] += bytes;
    }

    /** Tells where the object begins that comes next in the file. */
    public void next(long address, int slot) {
        if (address < previousAddress) {
            stepsBack++;
        }
        if (previousSlot >= 0) {
            long distance = address - previousAddress;
            if (distance > 0 && distance <= smallestDistances[previousSlot]) {
                if (distance < smallestDistances[previousSlot]) {
                    smallestDistances[previousSlot] = distance;
                    timesSmallest[previousSlot] = 0;
                }
                timesSmallest[previousSlot]++;
            }
        }
        if (previousType != 0) {
            arrayDistances.add(previousType, previousLength, address - previousAddress);
        }
        previousAddress = address;
        previousSlot = slot;
        previousType = 0;
    }

    /** Tells where the array begins that comes next in the file. */
    public void nextArray(long address, int typeCode, long length) {
        next(address, NO_SLOT);
        previousType = typeCode;
        previousLength = length;
    }

    private int slot(long classAddress) {
        int slot = (int) slots.get(classAddress);
        if (slot < 0) {
            slot = size++;
            slots.put(classAddress, slot);
            if (slot == counts.length) {
                grow();
            }
            addresses[slot] = classAddress;
            smallestDistances[slot] = Long.MAX_VALUE;
        }
        lastClass = classAddress;
        lastSlot = slot;
        return slot;
    }

    private void grow() {
        int larger = 2 * counts.length;
        addresses = Arrays.copyOf(addresses, larger);
        counts = Arrays.copyOf(counts, larger);
        arrayBytes = Arrays.copyOf(arrayBytes, larger);
        smallestDistances = Arrays.copyOf(smallestDistances, larger);
        timesSmallest = Arrays.copyOf(timesSmallest, larger);
    }

    /** Adds what another thread has seen. */
    public void addAll(ClassTally other) {
        for (int i = 0; i < other.size; i++) {
            int slot = slot(other.addresses[i]);
            counts[slot] += other.counts[i];
            arrayBytes[slot] += other.arrayBytes[i];
            if (other.smallestDistances[i] < smallestDistances[slot]) {
                smallestDistances[slot] = other.smallestDistances[i];
                timesSmallest[slot] = other.timesSmallest[i];
            } else if (other.smallestDistances[i] == smallestDistances[slot]) {
                timesSmallest[slot] += other.timesSmallest[i];
            }
        }
        for (int type = 0; type < arrays.length; type++) {
            arrays[type] += other.arrays[type];
            primitiveArrayBytes[type] += other.primitiveArrayBytes[type];
        }
        arrayDistances.addAll(other.arrayDistances);
        stepsBack += other.stepsBack;
    }

    /**
     * True when objects come as their addresses do, but for a few seams between spaces, so that one
     * object is behind the other in the heap, too. ZGC and Shenandoah dump them as references lead.
     */
    public boolean isByAddress() {
        return stepsBack * LEAST_RUN <= objects();
    }

    /** How far the next object is from short arrays at least. */
    public ArrayDistances arrayDistances() {
        return arrayDistances;
    }

    /** Addresses of the classes that were seen. */
    public long[] classAddresses() {
        return Arrays.copyOf(addresses, size);
    }

    public int size() {
        return size;
    }

    /** All objects that were counted; classes are none. */
    public long objects() {
        long objects = 0;
        for (int i = 0; i < size; i++) {
            objects += counts[i];
        }
        for (long count : arrays) {
            objects += count;
        }
        return objects;
    }

    public long classAddress(int slot) {
        return addresses[slot];
    }

    public long count(int slot) {
        return counts[slot];
    }

    /** Bytes of all object arrays of a class. */
    public long arrayBytes(int slot) {
        return arrayBytes[slot];
    }

    public long primitiveArrayBytes(int typeCode) {
        return primitiveArrayBytes[typeCode];
    }

    public long primitiveArrays(int typeCode) {
        return arrays[typeCode];
    }

    /**
     * The least bytes from an instance of the class to the object after it; {@code Long.MAX_VALUE}
     * when none came after.
     */
    public long smallestDistance(int slot) {
        return smallestDistances[slot];
    }

    public long timesSmallest(int slot) {
        return timesSmallest[slot];
    }
}
