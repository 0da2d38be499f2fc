/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.proc.Capability;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The target writes straight into our own file system, through {@code /proc/OURPID/root}: it needs
 * no room and no writable place of its own. The kernel lets it follow that link when it may trace
 * us: same uid and gid, and no fewer capabilities than ours.
 *
 * @param own the processes as we see them, with our own rights
 */
public record DirectWrite(ProcFs own) {
    /** The place for a file of ours, or what is in the way. */
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
                        "the target has a PID namespace of its own, in which the sidecar has no"
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
                    "it can't be told whether the target reaches us: " + IoReason.of(e));
        }
    }

    private static Reading<TargetFile> place(Path ours, String named, String why) {
        if (!JcmdCommand.takesFileName(named)) {
            return Reading.missing("a JVM takes no file name like " + named);
        }
        return Reading.of(
                new TargetFile(
                        named,
                        ours,
                        new LocalFiles(),
                        TargetFile.Manner.STRAIGHT,
                        "straight into the sidecar's file system: " + why));
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
