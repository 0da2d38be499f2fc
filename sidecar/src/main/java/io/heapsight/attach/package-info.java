/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sends commands to a HotSpot JVM by its attach protocol over UNIX sockets, across mount and PID
 * namespaces.
 *
 * <p>{@link AttachClient} sends one command. Before it sends anything, {@link AttachPrecheck}
 * checks all known obstacles. A failed attempt makes the target print its threads. A SIGQUIT ends a
 * JVM that does not handle it: one that is starting, or runs with {@code -Xrs}. An obstacle is an
 * {@link AttachFailure}; its problem contains the actual state and the line to change. An attempt
 * sends at most one SIGQUIT, and none if the socket exists already.
 *
 * <p>If the sidecar is root and the target is not, the sidecar works through a {@link
 * WorkerProcess}: a second process of the same program. It starts as {@link WorkerMain},
 * permanently drops to the target's uid and gid, and serves requests over its standard input and
 * output.
 *
 * <p>A {@link FifoReader} is a child process of the same kind, {@link FifoMain}, which reads what a
 * JVM writes into a FIFO.
 *
 * <p>Only {@link SystemCalls} and {@link UnixSocket} make native calls.
 *
 * <p>Tests: {@code AttachPrecheckTest} on a fixture {@code /proc}, {@code AttachClientTest} with a
 * listener in place of a JVM, {@code AttachFileTest}, {@code FifoReaderTest}; with real JVMs of
 * every JDK and user, {@code AttachMatrixTest}, {@code HostileAnswersTest} and {@code
 * StoppedTargetTest} of module tests.
 */
@NullMarked
package io.heapsight.attach;

import org.jspecify.annotations.NullMarked;
