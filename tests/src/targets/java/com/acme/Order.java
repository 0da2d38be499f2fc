/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.ArrayList;
import java.util.List;

/** An order with its lines: the objects that fill the heaps of target programs. */
final class Order {
    final long number;
    final List<Line> lines = new ArrayList<>();

    Order(long number, int lineCount) {
        this.number = number;
        for (int i = 0; i < lineCount; i++) {
            lines.add(new Line(number, i));
        }
    }

    /** One line of an order: 24 bytes with compressed class pointers. */
    static final class Line {
        final long order;
        final int position;

        Line(long order, int position) {
            this.order = order;
            this.position = position;
        }
    }
}
