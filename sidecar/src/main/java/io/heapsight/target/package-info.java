/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The JVMs in sight: found, described, chosen, watched and connected to.
 *
 * <p>{@link TargetFinder} scans /proc; {@link TargetInspector} looks at one process from its map,
 * its counters, its command line, its environment and its JDK's files, and says of each figure that
 * it could not read why. {@link TargetSelector} chooses, {@link TargetWatcher} follows over
 * restarts. {@link TargetConnector} opens a {@link TargetConnection}, with the rights that {@link
 * TargetAccess} finds: our own, or those of one of the {@link WorkerPool}.
 *
 * <p>A process is told from another one by pid and start time, never by pid alone.
 */
@NullMarked
package io.heapsight.target;

import org.jspecify.annotations.NullMarked;
