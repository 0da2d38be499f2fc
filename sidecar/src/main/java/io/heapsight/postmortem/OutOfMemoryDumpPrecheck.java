/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.dump.capture.HeapSize;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.RootedPath;
import io.heapsight.transfer.TmpfsCheck;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Predicts whether the heap dump that a JVM writes at an OutOfMemoryError would be stored. Changes
 * nothing.
 */
public final class OutOfMemoryDumpPrecheck {
    private static final String SWITCH_ON =
            "JAVA_TOOL_OPTIONS=-XX:+HeapDumpOnOutOfMemoryError in the target's container: env: -"
                    + " {name: JAVA_TOOL_OPTIONS, value: \"-XX:+HeapDumpOnOutOfMemoryError\"}"
                    + " (docker run -e JAVA_TOOL_OPTIONS=…; ECS: \"environment\": [{\"name\":"
                    + " \"JAVA_TOOL_OPTIONS\", \"value\": …}]); with -XX:+ExitOnOutOfMemoryError"
                    + " the container restarts after the dump is written.";

    private static final String WITHOUT_OTHERS =
            "let both share a PID namespace in which another process is PID 1:"
                    + " shareProcessNamespace: true"
                    + " (ECS: \"pidMode\": \"task\"; docker run --pid=container:… of a third"
                    + " container, for both); or remove the option, so that the JVM keeps running"
                    + " while its dump is copied.";

    private OutOfMemoryDumpPrecheck() {}

    /** The predicted outcome; Missing with the reason if the dump would not be stored. */
    public record Result(Reading<String> kept, String remedy) {
        private static Result not(String why, String remedy) {
            return new Result(Reading.missing(why), remedy);
        }
    }

    /** The folder of the dump, as seen by the sidecar. */
    private record Destination(Path root, Path folder, String name) {
        /** Returns the folder's path in the target. */
        String named() {
            return "/" + root.relativize(folder);
        }

        String file() {
            return named().endsWith("/") ? named() + name : named() + "/" + name;
        }
    }

    /** Returns the remedy: a volume that is large enough for the dump of a JVM. */
    static String remedy(TargetJvm jvm, Reading<Counters> counters) {
        OptionalLong needed = HeapSize.bytesAtOutOfMemoryError(jvm, counters);
        String size =
                needed.isPresent()
                        ? "sizeLimit: %sMi".formatted(HeapSize.volumeMebibytes(needed.getAsLong()))
                        : "";
        return ("Let the JVM write the dump to a volume, which outlives the container:"
                        + " JAVA_TOOL_OPTIONS=\"-XX:+HeapDumpOnOutOfMemoryError"
                        + " -XX:HeapDumpPath=/dumps\" in the target's container, and volumeMounts:"
                        + " - {name: dumps, mountPath: /dumps} with volumes: - {name: dumps, emptyDir:"
                        + " {%s}} (docker run -v dumps:/dumps -e JAVA_TOOL_OPTIONS=…; ECS:"
                        + " \"mountPoints\": [{\"sourceVolume\": \"dumps\", \"containerPath\":"
                        + " \"/dumps\"}] with \"volumes\": [{\"name\": \"dumps\"}]); the folder must be"
                        + " writable for the target's user.")
                .formatted(size);
    }

    private static String remedy(TargetConnection target) {
        return remedy(target.jvm(), target.counters());
    }

    /** Predicts the outcome for a target. */
    public static Result of(TargetConnection target) {
        Optional<OutOfMemoryDumpPath> path = OutOfMemoryDumpPath.of(target.jvm());
        if (path.isEmpty()) {
            return Result.not(
                    "the JVM writes no dump: -XX:+HeapDumpOnOutOfMemoryError is not set",
                    SWITCH_ON);
        }
        try {
            return of(target, destination(target, path.get()));
        } catch (IOException | InvalidPathException e) {
            return Result.not(path.get().text() + ": " + IoReason.of(e), remedy(target));
        }
    }

    private static Destination destination(TargetConnection target, OutOfMemoryDumpPath path)
            throws IOException {
        FileAccess files = target.procFs().files();
        int pid = target.jvm().pid();
        Path root = target.procFs().rootOf(pid);
        String named = path.named().isEmpty() ? "." : path.named().getLast();
        String absolute = named.startsWith("/") ? named : target.procFs().cwd(pid) + "/" + named;
        Path reached = RootedPath.resolve(files, root, absolute);
        Path name = reached.getFileName();
        Path parent = reached.getParent();
        return Files.isDirectory(reached) || name == null || parent == null
                ? new Destination(root, reached, path.usualName())
                : new Destination(root, parent, name.toString());
    }

    private static Result of(TargetConnection target, Destination to) throws IOException {
        try (DirectoryStream<Path> _ = Files.newDirectoryStream(to.folder())) {
            if (Files.exists(to.folder().resolve(to.name()), LinkOption.NOFOLLOW_LINKS)) {
                return Result.not(
                        to.file() + " exists already, and the JVM does not overwrite files",
                        "fetch and delete it, after each OutOfMemoryError: a restarted container keeps"
                                + " its volumes, and its JVM often has the same pid.");
            }
        }
        if (!target.procFs().files().isWritable(to.folder())) {
            return Result.not(
                    "the JVM would write %s, and its folder is not writable".formatted(to.file()),
                    remedy(target));
        }
        OptionalLong needed = HeapSize.bytesAtOutOfMemoryError(target.jvm(), target.counters());
        Optional<String> noRoom = noRoom(target, to, needed.orElse(0));
        if (noRoom.isPresent()) {
            return Result.not(
                    "the JVM would write %s: %s".formatted(to.file(), noRoom.get()),
                    remedy(target));
        }
        return endsWithUs(target.jvm())
                .map(
                        option ->
                                Result.not(
                                        "the target is PID 1 of the namespace, and exits because of"
                                                + " "
                                                + option
                                                + ": that ends the sidecar before it has copied"
                                                + " the dump",
                                        WITHOUT_OTHERS))
                .orElseGet(
                        () ->
                                new Result(
                                        Reading.of(
                                                "the JVM writes %s%s"
                                                        .formatted(
                                                                to.file(),
                                                                needed.isPresent()
                                                                        ? ""
                                                                        : "; the room is not checked: the maximum heap size is unknown")),
                                        ""));
    }

    private static Optional<String> noRoom(TargetConnection target, Destination to, long needed)
            throws IOException {
        long usable = target.procFs().files().usableBytes(to.folder());
        return usable < needed
                ? Optional.of(
                        "%s are free there; the dump may need %s"
                                .formatted(new ByteSize(usable), new ByteSize(needed)))
                : TmpfsCheck.refusal(
                                target,
                                target.procFs(),
                                Integer.toString(target.jvm().pid()),
                                to.named(),
                                needed)
                        .map(why -> to.named() + " " + why);
    }

    /** Returns the option that makes the JVM exit immediately, if that ends its whole namespace. */
    private static Optional<String> endsWithUs(TargetJvm jvm) {
        return jvm.pid() == 1
                ? jvm.flags()
                        .switchedOn("ExitOnOutOfMemoryError")
                        .or(() -> jvm.flags().switchedOn("CrashOnOutOfMemoryError"))
                        .map(JvmFlag::text)
                : Optional.empty();
    }
}
