/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import io.heapsight.explore.secret.SecretKind;
import io.heapsight.hprof.LongMap;
import java.util.List;

/**
 * Collects the addresses of strings or arrays that hold secrets, with the kinds of the secrets.
 * Threads may add concurrently; read the addresses once all threads have finished.
 */
final class SecretAddresses {
    /** The maximum number of addresses. */
    static final int MOST = 100_000;

    private static final List<SecretKind> KINDS = List.of(SecretKind.values());

    private final LongMap kinds = new LongMap();
    private boolean full;

    /**
     * @param its {@link #bit bits} of the kinds
     */
    synchronized void add(long address, long its) {
        if (kinds.size() < MOST) {
            kinds.put(address, its);
        } else {
            full = true;
        }
    }

    /** The bits of the kinds at an address; 0 for none. */
    long of(long address) {
        long found = kinds.get(address);
        return found == LongMap.ABSENT ? 0 : found;
    }

    boolean isEmpty() {
        return kinds.size() == 0;
    }

    /** Whether addresses were dropped. */
    boolean isFull() {
        return full;
    }

    long[] addresses() {
        return kinds.sortedKeys();
    }

    static long bit(SecretKind kind) {
        return 1L << KINDS.indexOf(kind);
    }

    /** The kinds whose bits are set. */
    static List<SecretKind> kinds(long bits) {
        return KINDS.stream().filter(kind -> (bits & bit(kind)) != 0).toList();
    }
}
