/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

/** The program: wiring by constructors, then one command. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.out.println("heapsight");
    }
}
