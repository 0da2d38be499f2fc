/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads figures of a JVM by the attach protocol, one command after the other. None of these
 * commands is a safepoint operation. {@code VM.classloader_stats}, which alone counts classes,
 * would be one. A command that the JVM refuses is not sent again.
 *
 * <p>Not thread-safe.
 */
final class AttachReader {
    private static final JcmdCommand VERSION = JcmdCommand.of("VM.version");
    private static final Pattern JDK = Pattern.compile("(?m)^JDK (\\d{1,3}(?:[._]\\d{1,5}){0,4})");

    private final TargetConnection connection;
    private final Duration timeout;
    private final Set<JcmdCommand> refused = new HashSet<>();
    private HeapFlags flags = HeapFlags.NONE;
    private Optional<String> version = Optional.empty();

    AttachReader(TargetConnection connection, Duration timeout) {
        this.connection = connection;
        this.timeout = timeout;
    }

    /** Reads the heap's figures only. */
    AttachAnswers heap(CancelSignal cancel) throws ProblemException {
        String heap = connection.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel);
        return new AttachAnswers(HeapInfo.parse(heap), List.of(), flags, version);
    }

    /** Reads all figures that counters usually provide. */
    AttachAnswers all(CancelSignal cancel) throws ProblemException {
        String heap = connection.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel);
        HeapInfo info = HeapInfo.parse(heap);
        if (info.usage(HeapInfo.Space.METASPACE).toOptional().isEmpty()) {
            info = HeapInfo.parse(heap + "\n" + optional(JcmdCommand.METASPACE, cancel));
        }
        List<CodeHeap> code = CodeHeap.parse(optional(JcmdCommand.CODE_CACHE, cancel));
        if (flags.values().isEmpty()) {
            flags = HeapFlags.parse(optional(JcmdCommand.FLAGS, cancel));
        }
        if (version.isEmpty() && connection.jvm().jdkVersion().toOptional().isEmpty()) {
            version = version(optional(VERSION, cancel));
        }
        return new AttachAnswers(info, code, flags, version);
    }

    /** Converts {@code JDK 8.0_504} to 1.8.0_504, the form in the JVM's files. */
    static Optional<String> version(String reply) {
        Matcher matcher = JDK.matcher(reply);
        return matcher.find()
                ? Optional.of((matcher.group(1).startsWith("8.") ? "1." : "") + matcher.group(1))
                : Optional.empty();
    }

    /** Sends a command; "" if the JVM doesn't support it. */
    private String optional(JcmdCommand command, CancelSignal cancel) throws ProblemException {
        if (refused.contains(command)) {
            return "";
        }
        try {
            return connection.jcmd(command, timeout, cancel);
        } catch (ProblemException e) {
            if (e.problem().kind() != Problem.Kind.REFUSED_BY_TARGET) {
                throw e;
            }
            refused.add(command);
            return "";
        }
    }
}
