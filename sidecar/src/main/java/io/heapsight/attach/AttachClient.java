/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends commands to a HotSpot JVM, as jcmd does, with the rights of this process. A command takes
 * six steps:
 *
 * <ol>
 *   <li>check all preconditions before sending anything;
 *   <li>find the target's socket, {@code /tmp/.java_pidNSPID} in its mounts;
 *   <li>if no process listens there, wake the listener: trigger file, at most one SIGQUIT, wait;
 *   <li>send the request, in version 1 of the protocol or, if it is long, in version 2; a target
 *       that reads it only after the timeout doesn't execute it;
 *   <li>read the status line;
 *   <li>return the output as it arrives.
 * </ol>
 *
 * <p>Each connection carries one command. The target has one thread for commands, so a second
 * command waits for the first.
 *
 * @param procFs the table of processes
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/services/attachListener.cpp">attachListener.cpp</a>
 */
public record AttachClient(ProcFs procFs) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    /**
     * Minimum time for a JVM that has just started to handle signals, up to half of the total time.
     */
    private static final Duration LEAST_TO_LISTEN = Duration.ofSeconds(1);

    /** The pids of targets with a pending SIGQUIT. */
    private static final Set<Integer> WAKING = ConcurrentHashMap.newKeySet();

    private static final String CONNECTING = "connecting to the target";
    private static final String READING = "waiting for the target to read the command";
    private static final String WAITING_FOR_SIGNALS =
            "waiting for the target's JVM to handle signals";
    private static final String WAITING_FOR_LISTENER = "waiting for the target's listener";

    /**
     * Sends a command and returns the JVM's answer.
     *
     * @param deadline valid until the reply is closed
     */
    public AttachReply execute(AttachTarget target, AttachCommand command, Deadline deadline)
            throws AttachException {
        AttachPrecheck precheck = new AttachPrecheck(procFs);
        check(precheck, target);
        Path socket = socketOf(precheck, target);
        wakeListener(precheck, target, socket, deadline);
        byte[] request = request(target, command, socket, deadline);
        return ask(target, socket, request, words(command), deadline);
    }

    /** Describes a command in problems. */
    private static String words(AttachCommand command) {
        return command instanceof JcmdCommand jcmd ? jcmd.line() : command.name();
    }

    private static void check(AttachPrecheck precheck, AttachTarget target) throws AttachException {
        Optional<AttachFailure> failure = precheck.firstFailure(target);
        if (failure.isPresent()) {
            throw new AttachException(failure.get());
        }
    }

    private static Path socketOf(AttachPrecheck precheck, AttachTarget target)
            throws AttachException {
        try {
            return precheck.socketOf(target);
        } catch (IOException e) {
            throw failed("finding the target's /tmp", e);
        }
    }

    /**
     * Starts the listener. A socket file without a listener is from an earlier JVM with this pid.
     */
    private void wakeListener(
            AttachPrecheck precheck, AttachTarget target, Path socket, Deadline deadline)
            throws AttachException {
        if (listens(target, socket, deadline)) {
            return;
        }
        if (waitForSignalHandler(precheck, target, socket, deadline)) {
            return;
        }
        while (!WAKING.add(target.pid())) {
            deadline.pause(LOOK_EVERY, WAITING_FOR_LISTENER);
            if (listens(target, socket, deadline)) {
                return;
            }
        }
        wakeAlone(precheck, target, socket, deadline);
    }

    /**
     * Starts the listener with one SIGQUIT; a second one would make a JVM that has just started to
     * listen print its threads.
     */
    private void wakeAlone(
            AttachPrecheck precheck, AttachTarget target, Path socket, Deadline deadline)
            throws AttachException {
        boolean awaited = false;
        try {
            if (listens(target, socket, deadline)) {
                return;
            }
            AttachFile trigger = trigger(precheck, target);
            boolean pending = false;
            try {
                signal(precheck, target);
                pending = true;
                while (!listens(target, socket, deadline)) {
                    status(precheck, target);
                    deadline.pause(LOOK_EVERY, WAITING_FOR_LISTENER);
                }
                pending = false;
            } finally {
                if (pending) {
                    trigger.closeOnce(
                            () -> Files.exists(socket), () -> WAKING.remove(target.pid()));
                    awaited = true;
                } else {
                    trigger.close();
                }
            }
        } finally {
            if (!awaited) {
                WAKING.remove(target.pid());
            }
        }
    }

    /**
     * Waits until a SIGQUIT is safe.
     *
     * @return whether the JVM started to listen in the meantime, so that no SIGQUIT is needed
     */
    private boolean waitForSignalHandler(
            AttachPrecheck precheck, AttachTarget target, Path socket, Deadline deadline)
            throws AttachException {
        long least = Math.min(LEAST_TO_LISTEN.toNanos(), deadline.whole().toNanos() / 2);
        boolean waited = false;
        while (!status(precheck, target).catchesSigQuit()
                || (waited && deadline.nanosLeft() < least)) {
            waited = true;
            if (deadline.nanosLeft() == 0 && !deadline.cancel().isCancelled()) {
                throw new AttachException(new AttachFailure.StillStarting(deadline.whole()));
            }
            if (listens(target, socket, deadline)) {
                return true;
            }
            check(precheck, target);
            if (deadline.nanosLeft() > 0) {
                deadline.pause(LOOK_EVERY, WAITING_FOR_SIGNALS);
            }
        }
        return false;
    }

    private AttachFile trigger(AttachPrecheck precheck, AttachTarget target)
            throws AttachException {
        try {
            int uid = status(precheck, target).uid();
            return AttachFile.create(procFs, target, precheck.tmpOf(target), uid);
        } catch (IOException e) {
            throw new AttachException(
                    new AttachFailure.NoWritableTmp(
                            "no file can be created, nor in the working directory: "
                                    + IoReason.of(e)),
                    e);
        }
    }

    /** Sends the SIGQUIT after a last check of the process's identity. */
    private static void signal(AttachPrecheck precheck, AttachTarget target)
            throws AttachException {
        ProcessStatus status = status(precheck, target);
        if (!status.catchesSigQuit()) {
            throw new AttachException(
                    new AttachFailure.SignalsNotCaught("it no longer handles the signal"));
        }
        Optional<String> still = precheck.standsStill(target);
        if (still.isPresent()) {
            throw new AttachException(new AttachFailure.StandsStill(still.get()));
        }
        int errno = SystemCalls.kill(target.pid(), SystemCalls.SIGQUIT);
        if (errno == SystemCalls.ESRCH) {
            throw new AttachException(new AttachFailure.TargetGone(target.pid()));
        }
        if (errno != 0) {
            throw new AttachException(
                    new AttachFailure.StepFailed(
                            "sending SIGQUIT to process " + target.pid(),
                            errno == SystemCalls.EPERM ? "not permitted" : "errno " + errno));
        }
    }

    private static ProcessStatus status(AttachPrecheck precheck, AttachTarget target)
            throws AttachException {
        try {
            return precheck.statusOf(target);
        } catch (IOException e) {
            throw new AttachException(new AttachFailure.TargetGone(target.pid()), e);
        }
    }

    /** Whether the target accepts a connection; closing it immediately has no effect. */
    private static boolean listens(AttachTarget target, Path socket, Deadline deadline)
            throws AttachException {
        if (Files.notExists(socket)) {
            return false;
        }
        try (UnixSocket _ = connect(target, socket, deadline)) {
            return true;
        } catch (UnixSocket.NobodyListens _) {
            return false;
        } catch (IOException e) {
            throw failed("connecting to " + socket, e);
        }
    }

    private byte[] request(
            AttachTarget target, AttachCommand command, Path socket, Deadline deadline)
            throws AttachException {
        AttachRequest request = new AttachRequest(command.operation(), command.arguments());
        if (request.fitsVersion1()) {
            return request.version1();
        }
        if (target.javaMajor() >= AttachRequest.VERSION_2_SINCE
                || (target.javaMajor() == 0 && speaksVersion2(target, socket, deadline))) {
            return request.version2();
        }
        throw new AttachException(
                new AttachFailure.CommandTooLong(
                        request.longestBytes(), AttachRequest.VERSION_1_BYTES));
    }

    private static boolean speaksVersion2(AttachTarget target, Path socket, Deadline deadline)
            throws AttachException {
        byte[] question = new AttachRequest("getversion", List.of("options")).version1();
        try (AttachReply reply = ask(target, socket, question, "getversion", deadline)) {
            return new String(reply.readNBytes(64), StandardCharsets.UTF_8).startsWith("2");
        } catch (IOException e) {
            throw failed("asking for the protocol's version", e);
        } catch (AttachException e) {
            if (e.failure() instanceof AttachFailure.RefusedByTarget) {
                return false;
            }
            throw e;
        }
    }

    private static AttachReply ask(
            AttachTarget target, Path socket, byte[] request, String command, Deadline deadline)
            throws AttachException {
        UnixSocket connection;
        try {
            connection = connect(target, socket, deadline);
        } catch (IOException e) {
            throw failed("connecting to " + socket, e);
        }
        AttachReply reply = new AttachReply(connection, command, deadline);
        boolean taken = false;
        try {
            connection.sendRequest(request, deadline, READING);
            reply.readStatus();
            taken = true;
            return reply;
        } catch (IOException e) {
            throw e.getCause() instanceof AttachException cause
                    ? cause
                    : failed("sending the command", e);
        } finally {
            if (!taken) {
                reply.close();
            }
        }
    }

    /**
     * Connects, but only to the target. The path may be (or link to) the socket of another JVM,
     * which shares /tmp and has the same pid in its own namespace.
     */
    private static UnixSocket connect(AttachTarget target, Path socket, Deadline deadline)
            throws IOException, AttachException {
        UnixSocket connection = UnixSocket.connect(socket, deadline, CONNECTING);
        boolean trusted = false;
        try {
            int peer = connection.peerPid();
            if (peer != target.pid()) {
                throw new AttachException(
                        new AttachFailure.AnotherListens(
                                socket.getFileName().toString(), peer, target.pid()));
            }
            trusted = true;
            return connection;
        } finally {
            if (!trusted) {
                connection.close();
            }
        }
    }

    private static AttachException failed(String step, IOException e) {
        return new AttachException(new AttachFailure.StepFailed(step, IoReason.of(e)), e);
    }
}
