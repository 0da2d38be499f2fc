/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessMappedFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Detects which virtual machine a process runs: by its mapped libraries or, if its memory map is
 * not readable, by a guess from its command's name.
 *
 * @param vm the result
 * @param evidence how it was detected
 * @param libjvm the library's path, as seen by the process; "" if unknown
 * @param mapped the mapped files; empty if unknown
 */
record VmDetection(Vm vm, String evidence, String libjvm, List<ProcessMappedFile> mapped) {

    /** Detects the virtual machine; empty if the process is not a JVM. */
    static Optional<VmDetection> of(ProcFs procFs, int pid, String comm) {
        List<ProcessMappedFile> mapped;
        try {
            mapped = procFs.mappedFiles(pid);
        } catch (IOException _) {
            return guess(procFs, pid, comm);
        }
        for (ProcessMappedFile file : mapped) {
            if (file.name().startsWith("libj9vm")) {
                return Optional.of(found(Vm.OPENJ9, file, mapped));
            }
        }
        for (ProcessMappedFile file : mapped) {
            if (file.name().equals("libjvm.so")) {
                return Optional.of(found(Vm.HOTSPOT, file, mapped));
            }
        }
        if (!mapped.isEmpty() && NativeImage.isOne(procFs, pid)) {
            return Optional.of(
                    new VmDetection(
                            Vm.NATIVE_IMAGE, "its program has a section .svm_heap", "", mapped));
        }
        return Optional.empty();
    }

    private static VmDetection found(
            Vm vm, ProcessMappedFile file, List<ProcessMappedFile> mapped) {
        return new VmDetection(vm, file.name() + " is mapped", file.path(), mapped);
    }

    private static Optional<VmDetection> guess(ProcFs procFs, int pid, String comm) {
        String program = "";
        try {
            List<String> words = procFs.cmdline(pid);
            program = words.isEmpty() ? "" : words.getFirst();
        } catch (IOException _) {
            return Optional.empty();
        }
        if (!comm.equals("java") && !program.equals("java") && !program.endsWith("/java")) {
            return Optional.empty();
        }
        return Optional.of(
                new VmDetection(
                        Vm.UNKNOWN,
                        "a guess from the command name: its memory map is not readable with the"
                                + " sidecar's uid, gid and capabilities",
                        "",
                        List.of()));
    }
}
