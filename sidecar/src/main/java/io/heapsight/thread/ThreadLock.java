/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.Optional;

/**
 * A monitor or an ownable synchronizer that a thread holds or waits for.
 *
 * @param address of the object, which differs between dumps; in a dump of all virtual threads, its
 *     identity hash code
 * @param className of the object: "java.lang.Object", "java.lang.Class for com.acme.Order"
 * @param owner id of the thread that holds it, if the JVM prints it with the waiting thread
 */
public record ThreadLock(Relation relation, long address, String className, Optional<Long> owner) {
    ThreadLock(Relation relation, long address, String className) {
        this(relation, address, className, Optional.empty());
    }

    /** The relation of the thread to the lock. */
    public enum Relation {
        /** Holds the monitor. */
        LOCKED,
        /** Holds the ownable synchronizer, such as a ReentrantLock. */
        OWNED,
        /** Waits until another thread leaves the monitor. */
        BLOCKED_ON,
        /** Waits in Object.wait until it is notified. */
        WAITING_ON,
        /** Is parked on a synchronizer, a condition or a queue. */
        PARKED_ON;

        /** Returns whether the thread excludes others. */
        boolean holds() {
            return this == LOCKED || this == OWNED;
        }

        /** Returns whether the thread waits. */
        boolean waits() {
            return !holds();
        }

        /** Returns whether the owner of the object blocks this thread. */
        boolean waitsForHolder() {
            return this == BLOCKED_ON || this == PARKED_ON;
        }
    }
}
