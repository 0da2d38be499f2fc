/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.ArrayList;
import java.util.List;

/** A thread that reads a whole file into a list held only by a local variable. */
public final class Importer implements Runnable {
    private final int rows;

    private Importer(int rows) {
        this.rows = rows;
    }

    @Override
    public void run() {
        readAll(rows);
    }

    private static int readAll(int rows) {
        List<Payload> read = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            read.add(new Payload(i, 100));
        }
        try {
            Held.forever();
        } catch (InterruptedException e) {
            return read.size();
        }
        return read.size();
    }

    public static void main(String[] arguments) throws InterruptedException {
        new Thread(new Importer(Held.times(arguments, 150_000)), "importer").start();
    }
}
