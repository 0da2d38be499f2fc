/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import java.io.IOException;
import java.util.LinkedList;
import org.jspecify.annotations.Nullable;

/**
 * Dumps one very long list: a depth-first search gets as deep as its length.
 *
 * <p>Arguments: file, number of nodes, kind of list: {@code first} and {@code last} are singly
 * linked, with the link declared before or behind another reference, {@code both} is a {@code
 * LinkedList}. A node is 41 bytes of dump, of a {@code LinkedList} 49.
 */
@SuppressWarnings({"UnusedVariable", "JdkObsolete", "NonApiType"}) // content of the dump
public final class ListHeap {
    private static final Integer[] PAYLOADS = new Integer[1_000];

    private ListHeap() {}

    private static final class LinkFirst {
        @Nullable LinkFirst next;
        final Object payload;

        LinkFirst(int number) {
            payload = PAYLOADS[number % PAYLOADS.length];
        }
    }

    private static final class LinkLast {
        final Object payload;
        @Nullable LinkLast next;

        LinkLast(int number) {
            payload = PAYLOADS[number % PAYLOADS.length];
        }
    }

    public static void main(String[] args) throws IOException {
        for (int i = 0; i < PAYLOADS.length; i++) {
            PAYLOADS[i] = 1_000 + i;
        }
        int nodes = Integer.parseInt(args[1]);
        Object list =
                switch (args[2]) {
                    case "first" -> linkedFirst(nodes);
                    case "last" -> linkedLast(nodes);
                    case "both" -> linkedBothWays(nodes);
                    default ->
                            throw new IllegalArgumentException("first, last or both: " + args[2]);
                };
        OwnHeapDump.write(args[0], list);
    }

    private static LinkFirst linkedFirst(int nodes) {
        LinkFirst head = new LinkFirst(0);
        LinkFirst tail = head;
        for (int i = 1; i < nodes; i++) {
            LinkFirst node = new LinkFirst(i);
            tail.next = node;
            tail = node;
        }
        return head;
    }

    private static LinkLast linkedLast(int nodes) {
        LinkLast head = new LinkLast(0);
        LinkLast tail = head;
        for (int i = 1; i < nodes; i++) {
            LinkLast node = new LinkLast(i);
            tail.next = node;
            tail = node;
        }
        return head;
    }

    private static LinkedList<Integer> linkedBothWays(int nodes) {
        LinkedList<Integer> list = new LinkedList<>();
        for (int i = 0; i < nodes; i++) {
            list.add(PAYLOADS[i % PAYLOADS.length]);
        }
        return list;
    }
}
