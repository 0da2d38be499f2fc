/* SPDX-License-Identifier: Apache-2.0 */
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One thread for all mail, and an unbounded queue before it. */
public final class ExecutorLeak {
    static final ExecutorService MAIL = Executors.newSingleThreadExecutor(task -> {
        Thread sender = new Thread(task, "mail-sender");
        sender.setDaemon(true);
        return sender;
    });

    static final class Mail implements Runnable {
        final byte[] text;

        Mail(int i) {
            text = Plant.bytes(200, i);
        }

        @Override
        public void run() {
            Plant.park();
        }
    }

    public static void run() {
        for (int i = 0; i < 50_000; i++) {
            MAIL.execute(new Mail(i));
        }
    }
}
