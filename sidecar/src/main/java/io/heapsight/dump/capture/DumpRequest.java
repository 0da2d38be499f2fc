/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

/**
 * A request for a heap dump.
 *
 * @param live runs a full GC first, so the dump has no garbage
 * @param gzip store it compressed
 * @param analyze create a summary immediately
 * @param exactGarbage whether the JVM counts its garbage, too, which runs a full GC after the dump
 *     unless the dump is live
 */
public record DumpRequest(boolean live, boolean gzip, boolean analyze, boolean exactGarbage) {
    /** The default: the whole heap, with a summary. */
    public static final DumpRequest USUAL = new DumpRequest(false, false, true, false);
}
