/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/**
 * Estimates the number of distinct hashes with a standard error of 0.41 %, by a HyperLogLog of 64
 * KiB.
 *
 * @see <a href="https://algo.inria.fr/flajolet/Publications/FlFuGaMe07.pdf">Flajolet et al.,
 *     HyperLogLog</a>
 */
final class DistinctCount {
    private static final int INDEX_BITS = 16;
    private static final int REGISTERS = 1 << INDEX_BITS;
    private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

    /**
     * Estimates below this multiple of the number of registers use the number of empty registers,
     * which is more exact there.
     */
    private static final double SMALL = 2.5;

    /** Three standard errors. */
    private static final double MARGIN = 1.0125;

    private final byte[] registers = new byte[REGISTERS];

    /** Adds a hash with evenly distributed bits. */
    void add(long hash) {
        int register = (int) (hash >>> (Long.SIZE - INDEX_BITS));
        int rank = Long.numberOfLeadingZeros((hash << INDEX_BITS) | (REGISTERS - 1L)) + 1;
        if (rank > registers[register]) {
            registers[register] = (byte) rank;
        }
    }

    void addAll(DistinctCount other) {
        for (int i = 0; i < REGISTERS; i++) {
            registers[i] = (byte) Math.max(registers[i], other.registers[i]);
        }
    }

    /** An upper bound of the number, with a confidence of 99.8 %. */
    long atMost() {
        double sum = 0;
        int empty = 0;
        for (byte register : registers) {
            sum += Math.scalb(1.0, -register);
            empty += register == 0 ? 1 : 0;
        }
        double estimate = ALPHA * REGISTERS * REGISTERS / sum;
        if (estimate < SMALL * REGISTERS && empty > 0) {
            estimate = REGISTERS * Math.log((double) REGISTERS / empty);
        }
        return (long) Math.ceil(estimate * MARGIN);
    }
}
