/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

/** A static array, intended as a ring but never overwritten. */
public final class RingBuffer {
    private static Payload[] slots = new Payload[0];

    private RingBuffer() {}

    public static void main(String[] arguments) throws InterruptedException {
        slots = new Payload[Held.times(arguments, 200_000)];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Payload(i, 64);
        }
        Held.forever();
    }
}
