/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

/**
 * What heap dump is wanted.
 *
 * @param live a full GC comes first, and garbage is not in the dump
 * @param gzip compressed while it is kept
 * @param analyze a summary is made of it at once
 * @param exactGarbage the JVM counts its garbage, too, which takes a full GC after the dump unless
 *     that is of live objects
 */
public record DumpRequest(boolean live, boolean gzip, boolean analyze, boolean exactGarbage) {
    /** Everything on the heap, with its summary. */
    public static final DumpRequest USUAL = new DumpRequest(false, false, true, false);
}
