/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of objects of one class that are immediately dominated by objects of another group.
 * Examples are the 61,204 entries of a map, or the one list of each of 10,000 sessions. An object
 * that takes a large part of the heap alone is a group of its own.
 */
final class DominatedGroup {
    /** The key of the virtual root's group. */
    static final int ROOT_KEY = -1;

    private final int number;
    private final @Nullable DominatedGroup above;
    private final int key;
    private final long bytes;
    private final int largest;
    private final List<DominatedGroup> below = new ArrayList<>();
    private long objects;
    private long inside;

    /**
     * @param key by {@link ClassKeys}
     * @param bytes retained by all its objects
     * @param largest the rank of the object that retains most; for a large leaf, the bitwise
     *     complement of its index among the large leaves
     */
    DominatedGroup(
            int number,
            @Nullable DominatedGroup above,
            int key,
            long objects,
            long bytes,
            int largest) {
        this.number = number;
        this.above = above;
        this.key = key;
        this.objects = objects;
        this.bytes = bytes;
        this.largest = largest;
    }

    /** Returns the number of this group among all groups, from 1. */
    int number() {
        return number;
    }

    @Nullable DominatedGroup above() {
        return above;
    }

    int key() {
        return key;
    }

    /** The number of objects, including those dominated by others of the group. */
    long objects() {
        return objects;
    }

    /** Adds an object that another one of the group dominates. */
    void addInside() {
        objects++;
        inside++;
    }

    /** Whether most objects are dominated by another one of the group, as in a linked list. */
    boolean isLinked() {
        return inside > objects / 2;
    }

    long bytes() {
        return bytes;
    }

    int largest() {
        return largest;
    }

    /** Returns whether the group consists of leaves. */
    boolean isLeaf() {
        return largest < 0;
    }

    /** The groups below that take a large part of the heap, the largest first. */
    List<DominatedGroup> below() {
        return below;
    }

    boolean isRoot() {
        return key == ROOT_KEY;
    }
}
