/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.Arrays;
import java.util.Random;

/** Ways to spoil the bytes of a dump; the same for the same seed. */
public enum Mutation {
    FLIP_BITS {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int flips = 1 + random.nextInt(8);
            for (int i = 0; i < flips; i++) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            }
            return bytes;
        }
    },
    CUT {
        @Override
        byte[] of(byte[] bytes, Random random) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
    },
    /** Four bytes become a large number: where a length was, it is enlarged. */
    ENLARGE_LENGTH {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int[] large = {0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x0100_0000, 0xFFFF, 0xFFFF_FFF7};
            put(bytes, random.nextInt(bytes.length), large[random.nextInt(large.length)]);
            return bytes;
        }
    },
    /** Eight bytes take the place of eight others: references lead elsewhere, in circles too. */
    SWAP_IDS {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int swaps = 1 + random.nextInt(4);
            for (int i = 0; i < swaps && bytes.length > Long.BYTES; i++) {
                int from = random.nextInt(bytes.length - Long.BYTES);
                int to = random.nextInt(bytes.length - Long.BYTES);
                byte[] kept = Arrays.copyOfRange(bytes, to, to + Long.BYTES);
                System.arraycopy(bytes, from, bytes, to, Long.BYTES);
                System.arraycopy(kept, 0, bytes, from, Long.BYTES);
            }
            return bytes;
        }
    },
    /** A piece is there twice, or is missing: all that follows is shifted. */
    SHIFT {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int from = random.nextInt(bytes.length);
            int length = Math.min(bytes.length - from, 1 + random.nextInt(64));
            boolean twice = random.nextBoolean();
            byte[] shifted = new byte[bytes.length + (twice ? length : -length)];
            System.arraycopy(bytes, 0, shifted, 0, from);
            int resume = twice ? from : from + length;
            int to = twice ? from + length : from;
            System.arraycopy(bytes, from, shifted, from, twice ? length : 0);
            System.arraycopy(bytes, resume, shifted, to, bytes.length - resume);
            return shifted;
        }
    };

    private static void put(byte[] bytes, int at, int value) {
        for (int i = 0; i < Integer.BYTES && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
        }
    }

    /** Spoils bytes that are its own. */
    abstract byte[] of(byte[] bytes, Random random);

    /** A spoilt copy; often in one way, sometimes in several. */
    public static byte[] of(byte[] dump, long seed) {
        Random random = new Random(seed);
        byte[] bytes = dump.clone();
        do {
            bytes = values()[random.nextInt(values().length)].of(bytes, random);
        } while (bytes.length > 1 && random.nextInt(3) == 0);
        return bytes;
    }
}
