/* SPDX-License-Identifier: Apache-2.0 */
import java.io.PrintStream;

/**
 * Runs a program, keeps what it has made, and stands still: java Held PROGRAM. A line on standard input that is a number makes so
 * many objects of class Dropped and lets go of them; the answer is a line, too.
 */
public final class Held {
    /** How much of what a program makes by itself it makes. */
    static final int SIZE = Integer.getInteger("size", 1);

    static Object kept;

    private Held() {}

    /** Garbage that is known: itself and an array, linked so that none is a root of its own. */
    static final class Dropped {
        final Dropped next;
        final byte[] payload = new byte[48];

        Dropped(Dropped next) {
            this.next = next;
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        kept = Class.forName(args[0]).getMethod("run").invoke(null);
        answers.println("ready");
        for (int read = 0, number = 0; (read = System.in.read()) >= 0; ) {
            if (read == '\n') {
                drop(number);
                number = 0;
                answers.println("dropped");
            } else {
                number = 10 * number + read - '0';
            }
        }
    }

    private static void drop(int number) {
        Dropped last = null;
        for (int i = 0; i < number; i++) {
            last = new Dropped(last);
        }
        if (last != null && last.payload.length == 0) {
            throw new AssertionError();
        }
    }
}
