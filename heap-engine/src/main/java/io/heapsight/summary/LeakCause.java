/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * The cause of a leak, where the kind of leak is known.
 *
 * @param id of the kind, such as "finalizer-backlog"
 * @param certainty whether healthy programs may have it, too
 * @param place in the code's terms: field, ThreadLocal, thread, queue or loader
 * @param subject what holds, for a sentence: "The queue of com.acme.Mail.POOL"
 * @param plural whether the subject is plural: "500 threads hold …"
 * @param detail what is held, and how that is known: "60,000 x com.acme.Mail wait for 2 threads"
 * @param objects how many: tasks, loaders, threads, meters
 * @param remedy what to do
 * @param healthy why healthy programs don't have it
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
    /** What one dump tells of it. */
    public enum Certainty {
        /** Healthy programs don't have so many: it is a leak, or becomes one. */
        LEAK,
        /** Healthy programs have it, too; the share of the heap decides. */
        SHARE,
        /** It has a bound of its own, or gives way before memory runs out. */
        BOUNDED
    }
}
