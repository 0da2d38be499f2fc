/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Fills its heap, catches the OutOfMemoryError, and continues. */
public final class Caught {
    private static final int BLOCK_BYTES = 100 * 1024;
    private static final List<byte[]> KEPT = new ArrayList<>();

    private Caught() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            while (true) {
                KEPT.add(new byte[BLOCK_BYTES]);
            }
        } catch (OutOfMemoryError e) {
            KEPT.clear(); // allocates nothing
        }
        Ready.print();
        TimeUnit.DAYS.sleep(1);
    }
}
