/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leak;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An executor with an unbounded queue, stuck in its first task. */
public final class MailSender {
    private final ExecutorService outbox = Executors.newSingleThreadExecutor();

    private MailSender() {}

    /** One mail to be sent. */
    static final class Mail implements Runnable {
        final Payload body;

        Mail(int number) {
            body = new Payload(number, 500);
        }

        @Override
        public void run() {
            try {
                Held.forever();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        MailSender sender = new MailSender();
        for (int i = Held.times(arguments, 40_000); i > 0; i--) {
            sender.outbox.execute(new Mail(i));
        }
        Held.forever();
    }
}
