/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

/**
 * The kind of collection cycle that a pause belongs to, in the order of the JVM's collector
 * counters.
 */
public enum GcCycleKind {
    /** A young or mixed collection; with generational ZGC, a pause of a minor collection. */
    YOUNG,
    /** A full collection. */
    FULL,
    /** A pause of a concurrent cycle; with generational ZGC, of a major collection. */
    CONCURRENT
}
