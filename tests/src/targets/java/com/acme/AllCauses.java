/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the collector one of each reason to run, in about a second: short-lived and kept objects,
 * arrays of several regions, System.gc(), many classes, and a heap that is nearly full. Its GC logs
 * are test resources (sidecar/src/test/resources/gclog). Argument: mebibytes of the heap.
 */
public final class AllCauses {
    private static final int MEBIBYTE = 1 << 20;
    private static final int PIECE_BYTES = 1000;
    private static final int CLASSES = 700;

    /** Escape analysis must not remove the allocation. */
    private static volatile Object last = new Object();

    private AllCauses() {}

    public static void main(String[] args) {
        int heap = Integer.parseInt(args[0]);
        Object[] kept = new Object[heap * 300];
        churn(3 * heap, kept);
        for (int i = 0; i < heap / 2; i++) {
            last = new byte[2 * MEBIBYTE + i];
        }
        System.gc();
        load();
        fill(heap);
        System.gc();
        churn(heap, kept);
    }

    /** Allocates; replaces every tenth of the kept ones. */
    private static void churn(int mebibytes, Object[] kept) {
        int pieces = mebibytes * (MEBIBYTE / PIECE_BYTES);
        for (int i = 0; i < pieces; i++) {
            byte[] piece = new byte[PIECE_BYTES];
            last = piece;
            if (i % 10 == 0) {
                kept[i * 31 % kept.length] = piece;
            }
        }
    }

    private static void load() {
        List<Object> proxies = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> null;
        for (int i = 0; i < CLASSES; i++) {
            ClassLoader loader = new URLClassLoader(new URL[0], AllCauses.class.getClassLoader());
            Class<?>[] interfaces = {Runnable.class, Comparable.class};
            proxies.add(Proxy.newProxyInstance(loader, interfaces, handler));
            if (proxies.size() > CLASSES / 2) {
                proxies.clear();
            }
        }
    }

    /** Keeps as much as it can, twice. */
    private static void fill(int heap) {
        for (int i = 0; i < 2; i++) {
            List<byte[]> full = new ArrayList<>();
            try {
                while (full.size() < heap * (MEBIBYTE / PIECE_BYTES)) {
                    full.add(new byte[PIECE_BYTES]);
                }
            } catch (OutOfMemoryError e) {
                full.clear();
            }
            last = full.isEmpty() ? "none" : full.get(0);
        }
    }
}
