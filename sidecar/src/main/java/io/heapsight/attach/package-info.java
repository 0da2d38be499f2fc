/* SPDX-License-Identifier: Apache-2.0 */
/**
 * HotSpot's attach protocol over UNIX sockets, across mount and PID namespaces.
 *
 * <p>{@link AttachClient} gives one command. Before it sends anything, {@link AttachPrecheck} looks
 * at all that is known to make an attempt fail, because a failed attempt makes the target print its
 * threads, and a SIGQUIT to a JVM that does not handle it (one that starts, or runs with {@code
 * -Xrs}) ends it. What is wrong is an {@link AttachFailure}, whose problem names what was found and
 * the line that mends it. An attempt sends one SIGQUIT at most, and none where the socket is there.
 *
 * <p>A root sidecar beside a target that is not root works through a {@link WorkerProcess}: our own
 * program, started again as {@link WorkerMain}, which drops to the target's uid and gid for good
 * and then does what it is asked for over its standard input and output.
 *
 * <p>A {@link FifoReader} is a child of the same kind, {@link FifoMain}, that reads what a JVM
 * writes into a FIFO.
 *
 * <p>The native calls are in {@link NativeCalls} and nowhere else.
 */
@NullMarked
package io.heapsight.attach;

import org.jspecify.annotations.NullMarked;
