/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.attach.AttachRemedies;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessMappedFile;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Checks whether a target can record, before it receives a command. */
final class FlightRecorderCheck {
    private static final String TITLE = "The target has no Flight Recorder";

    /**
     * Number of folders from {@code jre/lib/amd64/server/libjvm.so} up to {@code jre/lib} in JDK 8;
     * two in later JDKs.
     */
    private static final int MOST_LEVELS = 3;

    private static final int MOST_RELEASE_BYTES = 64 * 1024;

    private static final int FIRST = 8;

    /**
     * A marker in the file {@code release} of Oracle's JDK 8, which requires Flight Recorder to be
     * unlocked.
     */
    private static final String COMMERCIAL = "BUILD_TYPE=\"commercial\"";

    private FlightRecorderCheck() {}

    /** Runs the checks that need no command to the target; empty if there is no obstacle. */
    static Optional<Problem> obstacle(TargetConnection target) {
        Optional<Problem> attach = target.obstacle();
        if (attach.isPresent()) {
            return attach;
        }
        Optional<JvmFlag> off = target.jvm().flags().switchedOff("FlightRecorder");
        if (off.isPresent()) {
            return Optional.of(switchedOff(target, off.get().where()));
        }
        try {
            return obstacle(target, libjvm(target));
        } catch (IOException _) {
            return Optional.empty(); // the JVM reports whether it has Flight Recorder
        }
    }

    private static String libjvm(TargetConnection target) throws IOException {
        return target.procFs().mappedFiles(target.jvm().pid()).stream()
                .filter(file -> file.name().equals("libjvm.so"))
                .findFirst()
                .map(ProcessMappedFile::path)
                .orElseThrow(() -> new IOException("no libjvm.so is mapped"));
    }

    /**
     * Checks for the folder of settings, {@code lib/jfr}; from JDK 9 on, it belongs to the module
     * jdk.jfr.
     */
    private static Optional<Problem> obstacle(TargetConnection target, String libjvm)
            throws IOException {
        ProcFs procFs = target.procFs();
        FileAccess files = procFs.files();
        Path root = procFs.rootOf(target.jvm().pid());
        String folder = libjvm;
        for (int level = 0; level < MOST_LEVELS && folder.lastIndexOf('/') > 0; level++) {
            folder = folder.substring(0, folder.lastIndexOf('/'));
            Path above = RootedPath.resolve(files, root, folder);
            if (files.list(above).contains("jfr")) {
                return isLocked(target, folder) ? Optional.of(locked(target)) : Optional.empty();
            }
        }
        return Optional.of(missing(target, "its JDK has no folder lib/jfr"));
    }

    private static boolean isLocked(TargetConnection target, String lib) {
        return target.jvm().javaMajor().orElse(0) == FIRST
                && target.jvm().flags().switchedOn("UnlockCommercialFeatures").isEmpty()
                && (isCommercial(target, lib + "/../release") // the libjvm.so of a JRE
                        || isCommercial(target, lib + "/../../release"));
    }

    private static boolean isCommercial(TargetConnection target, String release) {
        FileAccess files = target.procFs().files();
        try {
            Path root = target.procFs().rootOf(target.jvm().pid());
            Path file = RootedPath.resolve(files, root, release);
            byte[] text = files.read(file, 0, MOST_RELEASE_BYTES);
            return new String(text, StandardCharsets.UTF_8).contains(COMMERCIAL);
        } catch (IOException _) {
            return false;
        }
    }

    static Problem missing(TargetConnection target, String evidence) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                TITLE,
                "%s can't record: %s; it was built or linked without Flight Recorder."
                        .formatted(target.jvm().label(), evidence),
                "use a JDK with Flight Recorder in the target's container: 8u262 or later of"
                        + " OpenJDK, 11 or"
                        + " later; a runtime that jlink made needs the module jdk.jfr (jlink"
                        + " --add-modules jdk.jfr,…); Oracle's JDK 8 needs"
                        + " -XX:+UnlockCommercialFeatures");
    }

    private static Problem locked(TargetConnection target) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                "The target's Flight Recorder is locked",
                "%s runs Oracle JDK 8, which needs a licence for Flight Recorder."
                        .formatted(target.jvm().label()),
                "if you have the licence, add the line `- -XX:+UnlockCommercialFeatures` to the"
                        + " target's args (docker run … java -XX:+UnlockCommercialFeatures …; ECS:"
                        + " \"-XX:+UnlockCommercialFeatures\" in its \"command\"), or use OpenJDK"
                        + " 8u262 or later");
    }

    /**
     * @param where source of the option
     */
    static Problem switchedOff(TargetConnection target, String where) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                "The target's Flight Recorder is disabled",
                "%s runs with -XX:-FlightRecorder in %s.".formatted(target.jvm().label(), where),
                AttachRemedies.removeOrOverride("-XX:-FlightRecorder", where));
    }
}
