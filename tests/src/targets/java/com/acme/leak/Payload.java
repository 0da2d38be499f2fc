/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

/** The objects that leaking programs accumulate: a line of an order, with its text. */
final class Payload {
    final long number;
    final byte[] text;

    Payload(long number, int length) {
        this.number = number;
        text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) (number >> i % 8 * 8 ^ i);
        }
    }
}
