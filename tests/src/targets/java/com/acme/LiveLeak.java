/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps 1 MiB a second in {@code keeps}, and allocates 64 MiB a second in {@code drops}, which the
 * next collection frees.
 */
public final class LiveLeak {
    private static final int STEPS_PER_SECOND = 64;
    private static final int KIBIBYTE = 1024;
    private static final List<byte[]> KEPT = new ArrayList<>();

    private static volatile byte[] last;

    private LiveLeak() {}

    public static void main(String[] args) {
        Ready.print();
        while (true) {
            keeps();
            drops();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / STEPS_PER_SECOND);
        }
    }

    private static void keeps() {
        for (int i = 0; i < 16; i++) {
            KEPT.add(new byte[KIBIBYTE]);
        }
    }

    private static void drops() {
        for (int i = 0; i < 1024; i++) {
            last = new byte[KIBIBYTE];
        }
    }
}
