/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.Capability;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Lets the target write directly into the sidecar's file system, through {@code /proc/OURPID/root}:
 * it needs no space and no writable folder of its own. The kernel lets it follow that link if it
 * may trace the sidecar: same uid and gid, and at least the sidecar's capabilities.
 *
 * @param own the table of processes, read with the sidecar's own rights
 */
public record DirectWrite(ProcFs own) {
    /** Finds the path for a file of the sidecar, or the obstacle. */
    public Reading<TargetFile> to(TargetConnection target, Path file) {
        try {
            Path real = file.toAbsolutePath().resolveSibling("").toRealPath();
            Path ours = real.resolve(file.getFileName());
            int pid = target.jvm().pid();
            if (namespace(own, "self", "mnt").equals(namespace(target, pid, "mnt"))) {
                return place(ours, ours.toString(), "the target shares the sidecar's file system");
            }
            if (!namespace(own, "self", "pid").equals(namespace(target, pid, "pid"))) {
                return Reading.missing(
                        "the target has its own PID namespace, in which the sidecar has no"
                                + " pid");
            }
            ProcessStatus self = own.self();
            String refusal = refusal(self, own.status(pid));
            return refusal.isEmpty()
                    ? place(
                            ours,
                            "/proc/" + self.nsPid() + "/root" + ours,
                            "the target may follow /proc/" + self.nsPid() + "/root")
                    : Reading.missing(refusal);
        } catch (IOException e) {
            return Reading.missing(
                    "cannot determine whether the target reaches the sidecar: " + IoReason.of(e));
        }
    }

    private static Reading<TargetFile> place(Path ours, String named, String why) {
        if (!JcmdCommand.takesFileName(named)) {
            return Reading.missing("a JVM does not accept a file name like " + named);
        }
        return Reading.of(
                new TargetFile(
                        named,
                        ours,
                        new LocalFiles(),
                        TargetFile.Manner.STRAIGHT,
                        "direct write into the sidecar's file system: " + why));
    }

    private static String refusal(ProcessStatus self, ProcessStatus target) {
        if (Capability.SYS_PTRACE.in(target.capEffective())) {
            return "";
        }
        if (self.uid() != target.uid() || self.gid() != target.gid()) {
            return "the target (uid %d, gid %d) may not follow /proc/%d/root (uid %d, gid %d)"
                    .formatted(target.uid(), target.gid(), self.nsPid(), self.uid(), self.gid());
        }
        long more = self.capPermitted() & ~target.capPermitted();
        return more == 0
                ? ""
                : "the target may not follow /proc/%d/root, which has more capabilities: %s"
                        .formatted(self.nsPid(), Capability.namesIn(more));
    }

    private static String namespace(TargetConnection target, int pid, String kind)
            throws IOException {
        return namespace(target.procFs(), Integer.toString(pid), kind);
    }

    private static String namespace(ProcFs procFs, String process, String kind) throws IOException {
        return procFs.files().readLink(procFs.root().resolve(process + "/ns/" + kind));
    }
}
