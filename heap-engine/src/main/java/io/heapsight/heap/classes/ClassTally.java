/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.classes;

import io.heapsight.heap.layout.ArrayDistances;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * Counts one thread's objects by the address of their class, because the class itself may follow
 * later in the file. Also keeps the smallest distance from an instance of a class to the next
 * object, which bounds the size of the instance.
 */
public final class ClassTally {
    /** The slot of an object with a size that its class does not determine. */
    public static final int NO_SLOT = -1;

    /** Average number of consecutive objects with ascending addresses. */
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
     * Starts a segment. Threads take segments in any order, so its first object need not follow the
     * last object of the previous segment.
     */
    public void begin() {
        previousAddress = 0;
        previousSlot = NO_SLOT;
        previousType = 0;
    }

    /** Counts an instance, and returns its slot for {@link #next}. */
    public int count(long classAddress) {
        int slot = classAddress == lastClass && lastSlot >= 0 ? lastSlot : slot(classAddress);
        counts[slot]++;
        return slot;
    }

    /** Counts an object array. */
    public void countArray(long classAddress, long bytes) {
        int slot = count(classAddress); // may grow the arrays
        arrayBytes[slot] += bytes;
    }

    /** Counts a primitive array. */
    public void countPrimitiveArray(int typeCode, long bytes) {
        arrays[typeCode]++;
        primitiveArrayBytes[typeCode] += bytes;
    }

    /** Records the start of the next object in the file. */
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

    /** Records the start of the next array in the file. */
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

    /** Adds the counts of another thread. */
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
     * Whether objects are in the order of their addresses, except for a few boundaries between
     * spaces. Adjacent records are then adjacent in the heap, too. ZGC and Shenandoah dump objects
     * in the order of references.
     */
    public boolean isByAddress() {
        return stepsBack * LEAST_RUN <= objects();
    }

    /** The smallest distances from short arrays to the next object. */
    public ArrayDistances arrayDistances() {
        return arrayDistances;
    }

    /** Addresses of the classes seen. */
    public long[] classAddresses() {
        return Arrays.copyOf(addresses, size);
    }

    public int size() {
        return size;
    }

    /** The number of counted objects, without class objects. */
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
     * The smallest distance in bytes from an instance of the class to the next object; {@code
     * Long.MAX_VALUE} if none followed.
     */
    public long smallestDistance(int slot) {
        return smallestDistances[slot];
    }

    public long timesSmallest(int slot) {
        return timesSmallest[slot];
    }
}
