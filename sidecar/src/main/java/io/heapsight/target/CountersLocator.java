/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.perfdata.PerfDataFile;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.MappedFile;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the hsperfdata file of a JVM, in the JVM's own mounts. */
record CountersLocator(ProcFs procFs) {
    /** HotSpot's default is 32 KiB, its flags allow more. */
    private static final int MAX_BYTES = 2 * 1024 * 1024;

    private static final String FOLDER = "/hsperfdata_";

    /**
     * The file that the JVM has mapped; where its map is closed to us, the one that has its pid.
     *
     * @param mapped the files it has mapped; empty when they aren't known
     */
    Reading<CountersFile> locate(int pid, int nsPid, List<MappedFile> mapped, JvmFlags flags) {
        Optional<MappedFile> file =
                mapped.stream()
                        .filter(each -> each.path().contains(FOLDER))
                        .filter(each -> each.name().equals(Integer.toString(nsPid)))
                        .findFirst();
        if (file.isPresent()) {
            return file.get().deleted()
                    ? Reading.missing("the counters' file was deleted: " + file.get().path())
                    : status(pid, file.get().path());
        }
        if (!mapped.isEmpty()) {
            return Reading.missing(whyNotMapped(flags));
        }
        return search(pid, nsPid);
    }

    /** A copy of the counters at this moment; Missing says why there is none. */
    Reading<Counters> snapshot(CountersFile file) {
        try {
            return Reading.of(PerfDataFile.of(procFs.files().read(file.path(), 0, MAX_BYTES)));
        } catch (IOException | PerfDataException e) {
            return Reading.missing("the counters can't be read: " + e.getMessage());
        }
    }

    private Reading<CountersFile> status(int pid, String path) {
        try {
            Path here = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), path);
            FileStatus status = procFs.files().status(here);
            return status.isRegular()
                    ? Reading.of(new CountersFile(here, status.inode()))
                    : Reading.missing(path + " is not a regular file");
        } catch (IOException e) {
            return Reading.missing("the counters' file can't be reached: " + e.getMessage());
        }
    }

    private static String whyNotMapped(JvmFlags flags) {
        Optional<JvmFlag> flag =
                flags.switchedOff("UsePerfData").or(() -> flags.switchedOn("PerfDisableSharedMem"));
        return flag.map(
                        found ->
                                "the target has no counters' file, because of "
                                        + found.text()
                                        + " in "
                                        + found.where())
                .orElse("the target has no counters' file mapped (yet)");
    }

    private Reading<CountersFile> search(int pid, int nsPid) {
        try {
            Path tmp = RootedPath.resolve(procFs.files(), procFs.rootOf(pid), "/tmp");
            for (String folder : procFs.files().list(tmp)) {
                if (folder.startsWith(FOLDER.substring(1))) {
                    Reading<CountersFile> found = status(pid, "/tmp/" + folder + "/" + nsPid);
                    if (found instanceof Reading.Present<CountersFile>) {
                        return found;
                    }
                }
            }
            return Reading.missing("there is no hsperfdata file of this JVM in its /tmp");
        } catch (IOException _) {
            return Reading.missing(
                    "the target's /tmp is not readable with our uid, gid and capabilities");
        }
    }
}
