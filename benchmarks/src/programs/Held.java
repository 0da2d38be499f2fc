/* SPDX-License-Identifier: Apache-2.0 */
import java.io.PrintStream;

/**
 * Runs a program, keeps its objects, then idles: java Held PROGRAM. A number on standard input
 * creates this many garbage objects of class Dropped; the answer is a line, too.
 */
public final class Held {
    /** The share of its usual objects that a program creates. */
    static final int SIZE = Integer.getInteger("size", 1);

    static Object kept;

    private Held() {}

    /** Known garbage: an object and an array, linked so that none is a garbage root. */
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
