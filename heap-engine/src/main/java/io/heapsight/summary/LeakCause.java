/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * The cause of a leak of a known kind.
 *
 * @param id of the kind, such as "finalizer-backlog"
 * @param certainty whether healthy programs may show it, too
 * @param place in the code's terms: field, ThreadLocal, thread, queue or loader
 * @param subject the holder, for a sentence: "The queue of com.acme.Mail.POOL"
 * @param plural whether the subject is plural: "500 threads hold …"
 * @param detail the content and the evidence: "60,000 x com.acme.Mail wait for 2 threads"
 * @param objects number of tasks, loaders, threads or meters
 * @param remedy what to do
 * @param healthy why healthy programs don't show it
 */
public record LeakCause(
        String id,
        Certainty certainty,
        String place,
        String subject,
        boolean plural,
        String detail,
        long objects,
        String remedy,
        String healthy) {
    /** The conclusion from one dump. */
    public enum Certainty {
        /** Healthy programs don't have as many: it is a leak, or becomes one. */
        LEAK,
        /** Healthy programs have it, too; the share of the heap decides. */
        SHARE,
        /** It has its own limit, or yields before memory runs out. */
        BOUNDED
    }
}
