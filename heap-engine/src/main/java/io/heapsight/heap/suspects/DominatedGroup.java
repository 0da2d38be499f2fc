/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of one class that objects of another group dominate immediately, taken together: the
 * 61,204 entries of a map, or the one list of each of 10,000 sessions. An object that takes a large
 * part of the heap alone is a group of its own.
 */
final class DominatedGroup {
    /** Of the group that the virtual root is. */
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
     * @param bytes that all of them retain
     * @param largest rank of the one that retains most, or, when it is a large leaf, the complement
     *     of its place among these
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

    /** Its number among all groups, from 1. */
    int number() {
        return number;
    }

    @Nullable DominatedGroup above() {
        return above;
    }

    int key() {
        return key;
    }

    /** How many there are, those among them that another one dominates included. */
    long objects() {
        return objects;
    }

    /** Adds an object that one of the group dominates. */
    void addInside() {
        objects++;
        inside++;
    }

    /** Whether most of them hang on another one of them, as in a linked list. */
    boolean isLinked() {
        return inside > objects / 2;
    }

    long bytes() {
        return bytes;
    }

    int largest() {
        return largest;
    }

    /** Whether it is a single leaf, or a group of leaves. */
    boolean isLeaf() {
        return largest < 0;
    }

    /** The groups below it that take a large part of the heap, the largest first. */
    List<DominatedGroup> below() {
        return below;
    }

    boolean isRoot() {
        return key == ROOT_KEY;
    }
}
