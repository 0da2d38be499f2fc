/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Ways to mutate an input; the same for the same seed. */
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
    /** Overwrites four bytes with a large number, to enlarge lengths. */
    ENLARGE_LENGTH {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int[] large = {0xFFFF_FFFF, 0x7FFF_FFFF, 0x8000_0000, 0x0100_0000, 0xFFFF, 0xFFFF_FFF7};
            put(bytes, random.nextInt(bytes.length), large[random.nextInt(large.length)]);
            return bytes;
        }
    },
    /** Replaces eight bytes by eight others: redirects references, also into cycles. */
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
    /** Duplicates or removes a piece: the rest is shifted. */
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
    },
    /** Replaces a word of a text by another one of it, or by a hostile one. */
    REPLACE_WORD {
        @Override
        byte[] of(byte[] bytes, Random random) {
            int to = endOfWord(bytes, random.nextInt(bytes.length));
            int from = random.nextInt(4) == 0 ? to : startOfWord(bytes, to);
            byte[] word =
                    random.nextInt(3) == 0
                            ? anyWord(bytes, random)
                            : HURTING.get(random.nextInt(HURTING.size()))
                                    .getBytes(StandardCharsets.UTF_8);
            byte[] spoilt = new byte[from + word.length + bytes.length - to];
            System.arraycopy(bytes, 0, spoilt, 0, from);
            System.arraycopy(word, 0, spoilt, from, word.length);
            System.arraycopy(bytes, to, spoilt, from + word.length, bytes.length - to);
            return spoilt;
        }
    };

    private static final Set<Mutation> OF_BYTES = EnumSet.range(FLIP_BITS, SHIFT);
    private static final Set<Mutation> OF_TEXT = EnumSet.allOf(Mutation.class);

    private static final List<String> HURTING =
            List.of(
                    "",
                    "0",
                    "-1",
                    "2147483648",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "999999999999999",
                    "1e308",
                    "-1e308",
                    "1e999999999",
                    "1e-400",
                    "NaN",
                    "Infinity",
                    "null",
                    "true",
                    "{}",
                    "[]",
                    "\"",
                    "'",
                    "\n",
                    "\n\n",
                    "\u0000",
                    "\u001b[31m",
                    "\u202e",
                    "\ufeff",
                    "\\u12",
                    "\\ud800",
                    "%s%n%1$x",
                    "+1000000000-12-31T23:59:59.999999999Z",
                    "-1000000000-01-01T00:00:00Z",
                    "1e5s",
                    "&a",
                    "*a",
                    "!!java.lang.Object",
                    "- ".repeat(300),
                    "[".repeat(3000),
                    "{\"a\":".repeat(3000),
                    "x".repeat(70_000));

    private static void put(byte[] bytes, int at, int value) {
        for (int i = 0; i < Integer.BYTES && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
        }
    }

    private static boolean isOfWord(byte b) {
        return Character.isLetterOrDigit(b) || b == '.' || b == '_' || b == '-' || b == '+';
    }

    private static int startOfWord(byte[] bytes, int within) {
        int from = within;
        while (from > 0 && isOfWord(bytes[from - 1])) {
            from--;
        }
        return from;
    }

    private static int endOfWord(byte[] bytes, int within) {
        int to = within;
        while (to < bytes.length && isOfWord(bytes[to])) {
            to++;
        }
        return to;
    }

    private static byte[] anyWord(byte[] bytes, Random random) {
        int to = endOfWord(bytes, random.nextInt(bytes.length));
        return Arrays.copyOfRange(bytes, startOfWord(bytes, to), to);
    }

    /** Mutates bytes in place. */
    abstract byte[] of(byte[] bytes, Random random);

    /** Returns a mutated copy; often with one mutation, sometimes with several. */
    public static byte[] of(byte[] good, long seed) {
        return of(good, seed, OF_BYTES);
    }

    /** Returns a mutated copy of a text, also with mutations that target words and numbers. */
    public static byte[] ofText(byte[] good, long seed) {
        return of(good, seed, OF_TEXT);
    }

    private static byte[] of(byte[] good, long seed, Set<Mutation> ways) {
        Random random = new Random(seed);
        List<Mutation> each = List.copyOf(ways);
        byte[] bytes = good.clone();
        do {
            bytes = each.get(random.nextInt(each.size())).of(bytes, random);
        } while (bytes.length > 1 && random.nextInt(3) == 0);
        return bytes;
    }
}
