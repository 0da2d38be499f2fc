/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The CPU time of a target's GC and compiler threads, from {@code /proc/PID/task}.
 *
 * <p>The kernel is the only source, for every JDK. The counters {@code sun.threads.cpu_time.*} of
 * JDK 25 and later change only at safepoints and at the end of collections, lack the threads of
 * ZGC, Shenandoah and the compilers, and on JDK 27 show more than the marking threads used. All
 * users can read these files of /proc; the target isn't involved.
 */
@NullMarked
package io.heapsight.threadcpu;

import org.jspecify.annotations.NullMarked;
