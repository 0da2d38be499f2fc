/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The kernel's table of processes: a proc(5) file system at {@code root}. A method may fail because
 * its file is gone (NoSuchFileException, or an IOException "No such process") or access is denied
 * (AccessDeniedException). All processes may read status, stat, cmdline and comm. Reading environ,
 * maps, root, cwd, exe, io and fd requires the same uid and gid, and permitted capabilities that
 * are a superset of the target's.
 *
 * @param root "/proc", or a fixture
 * @param files performs the reads
 */
public record ProcFs(Path root, FileAccess files) {
    private static final int STATUS_BYTES = 64 * 1024;
    private static final int ARGUMENTS_BYTES = 4 * 1024 * 1024;
    private static final int MAPS_BYTES = 16 * 1024 * 1024;

    /** Entries of the auxiliary vector, getauxval(3). */
    private static final long AT_PAGESZ = 6;

    private static final long AT_CLKTCK = 17;

    public ProcFs(Path root) {
        this(root, new LocalFiles());
    }

    /** The table of processes of this machine. */
    public static ProcFs system() {
        return new ProcFs(Path.of("/proc"));
    }

    /** The visible processes, unordered. */
    public int[] pids() throws IOException {
        return files.list(root).stream()
                .filter(ProcFs::isPid)
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    public Path of(int pid) {
        return root.resolve(Integer.toString(pid));
    }

    /** The threads of a process, in the layout of /proc: {@code stat} of a thread id, and so on. */
    public ProcFs tasks(int pid) {
        return new ProcFs(of(pid).resolve("task"), files);
    }

    /** The root directory of the process, in its own mount namespace. */
    public Path rootOf(int pid) {
        return of(pid).resolve("root");
    }

    public ProcessStatus status(int pid) throws IOException {
        return ProcessStatus.parse(text(of(pid).resolve("status"), STATUS_BYTES));
    }

    /** Reads the status of the reading process itself. */
    public ProcessStatus self() throws IOException {
        return ProcessStatus.parse(text(root.resolve("self/status"), STATUS_BYTES));
    }

    public ProcessStat stat(int pid) throws IOException {
        byte[] bytes = files.read(of(pid).resolve("stat"), 0, STATUS_BYTES);
        return ProcessStat.parse(bytes, bytes.length);
    }

    /** The words of the command line; empty for a zombie or a kernel thread. */
    public List<String> cmdline(int pid) throws IOException {
        return strings(text(of(pid).resolve("cmdline"), ARGUMENTS_BYTES));
    }

    /** The initial environment of the process. */
    public Map<String, String> environ(int pid) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String entry : strings(text(of(pid).resolve("environ"), ARGUMENTS_BYTES))) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                variables.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return variables;
    }

    /** The mapped files, each once, in order of address. */
    public List<ProcessMappedFile> mappedFiles(int pid) throws IOException {
        return ProcessMappedFile.parse(text(of(pid).resolve("maps"), MAPS_BYTES));
    }

    /** The mappings of a process with their resident size: the kernel walks its page tables. */
    public AddressSpace addressSpace(int pid) throws IOException {
        try (InputStream smaps = files.open(of(pid).resolve("smaps"))) {
            return AddressSpace.parse(smaps);
        }
    }

    /**
     * The kernel's names of the first threads of a process, at most 15 bytes long.
     *
     * @param most maximum number of threads
     */
    public List<String> threadNames(int pid, int most) throws IOException {
        ProcFs tasks = new ProcFs(root).tasks(pid); // readable for all users
        return Arrays.stream(tasks.pids())
                .sorted()
                .limit(most)
                .mapToObj(tasks::name)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the kernel's name of a process or thread; empty if it has ended. */
    private Optional<String> name(int pid) {
        try {
            return Optional.of(stat(pid).comm());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /**
     * The first threads of a process, oldest first, each with an address within its stack.
     *
     * @param most maximum number of threads
     */
    public List<ProcessThread> threads(int pid, int most) throws IOException {
        ProcFs tasks = new ProcFs(root).tasks(pid); // readable for all users
        List<Integer> ids = Arrays.stream(tasks.pids()).sorted().limit(most).boxed().toList();
        long[] addresses = files.threadAddresses(ids);
        List<ProcessThread> threads = new ArrayList<>();
        for (int i = 0; i < addresses.length; i++) {
            int id = ids.get(i);
            long address = addresses[i];
            tasks.name(id).ifPresent(name -> threads.add(new ProcessThread(id, name, address)));
        }
        return threads;
    }

    /** The pages in a range of addresses. */
    public record RangePages(long residentBytes, long swappedBytes) {
        /** Returns what they would occupy on a machine without swap. */
        public long bytes() {
            return residentBytes + swappedBytes;
        }
    }

    /**
     * Reads the pages in a range of addresses. The kernel walks the page tables up to the end of
     * the range.
     */
    public RangePages pages(int pid, long from, long to) throws IOException {
        try (InputStream smaps = files.open(of(pid).resolve("smaps"))) {
            return RangePagesSum.read(smaps, from, to);
        }
    }

    /**
     * The resident memory of a process, from {@code smaps_rollup}, for which the kernel walks its
     * page tables, or else from {@code status}.
     *
     * @throws IOException also if the process is ending
     */
    public ResidentMemory residentMemory(int pid) throws IOException {
        try {
            return resident(pid, ResidentMemory.Source.SMAPS_ROLLUP);
        } catch (IOException _) {
            return resident(pid, ResidentMemory.Source.STATUS); // readable for all users
        }
    }

    private ResidentMemory resident(int pid, ResidentMemory.Source source) throws IOException {
        return ResidentMemory.parse(text(of(pid).resolve(source.label()), STATUS_BYTES), source);
    }

    /** The working directory, as the process names it. */
    public String cwd(int pid) throws IOException {
        return files.readLink(of(pid).resolve("cwd"));
    }

    /**
     * The type of a path's file system: "ext4", "overlay", "tmpfs"; "" if no mount contains the
     * path.
     *
     * @param process a pid or "self"
     * @param path absolute and without links, as the process names it
     */
    public String fileSystemType(String process, String path) throws IOException {
        return mountOf(process, path).map(Mount::type).orElse("");
    }

    /** Whether programs and libraries below a path can't be executed. */
    public boolean isNoexec(int pid, String path) throws IOException {
        return mountOf(Integer.toString(pid), path)
                .filter(mount -> mount.flags().contains("noexec"))
                .isPresent();
    }

    private Optional<Mount> mountOf(String process, String path) throws IOException {
        Optional<Mount> found = Optional.empty();
        for (Mount mount : mounts(process)) {
            // A later mount on the same point hides the earlier one.
            int longest = found.map(each -> each.point().length()).orElse(-1);
            if (mount.holds(path) && mount.point().length() >= longest) {
                found = Optional.of(mount);
            }
        }
        return found;
    }

    /**
     * The mounts in the mount namespace of a process.
     *
     * @param process a pid or "self"
     */
    public List<Mount> mounts(String process) throws IOException {
        return Mount.parse(text(root.resolve(process + "/mountinfo"), MAPS_BYTES));
    }

    /**
     * The groups of a process: lines "ID:CONTROLLERS:PATH", the path in the sidecar's cgroup
     * namespace.
     */
    public List<String> cgroups(int pid) throws IOException {
        return text(of(pid).resolve("cgroup"), STATUS_BYTES).lines().toList();
    }

    /**
     * The security label (AppArmor profile or SELinux context); "" if there is none.
     *
     * @param process a pid or "self"
     */
    public String securityLabel(String process) {
        try {
            Path label = root.resolve(process + "/attr/current");
            return text(label, STATUS_BYTES).replace("\0", "").trim();
        } catch (IOException _) {
            return "";
        }
    }

    /** A setting of the kernel: "perf_event_paranoid". */
    public String kernelSetting(String name) throws IOException {
        return text(root.resolve("sys/kernel").resolve(name), STATUS_BYTES).trim();
    }

    /** Start time of the machine, in seconds since 1970. */
    public long bootEpochSeconds() throws IOException {
        for (String line : text(root.resolve("stat"), ARGUMENTS_BYTES).split("\n")) {
            if (line.startsWith("btime ")) {
                return Long.parseLong(line.substring("btime ".length()).trim());
            }
        }
        throw new IOException("no btime in " + root.resolve("stat"));
    }

    /** OOM kills on the whole machine since it started; empty before Linux 4.13. */
    public OptionalLong oomKills() throws IOException {
        for (String line : text(root.resolve("vmstat"), STATUS_BYTES).split("\n")) {
            if (line.startsWith("oom_kill ")) {
                return OptionalLong.of(Long.parseLong(line.substring("oom_kill ".length()).trim()));
            }
        }
        return OptionalLong.empty();
    }

    /** Bytes that this process has read from disks; 0 if the kernel doesn't count them. */
    public long ownDiskReads() {
        try {
            for (String line : text(root.resolve("self/io"), STATUS_BYTES).split("\n")) {
                if (line.startsWith("read_bytes: ")) {
                    return Long.parseLong(line.substring("read_bytes: ".length()).trim());
                }
            }
        } catch (IOException _) {
            return 0;
        }
        return 0;
    }

    /** CPU time of the whole machine. */
    public HostCpu hostCpu() throws IOException {
        return HostCpu.parse(files.read(root.resolve("stat"), 0, STATUS_BYTES));
    }

    /** Seconds since the machine started. */
    public double uptimeSeconds() throws IOException {
        return Double.parseDouble(text(root.resolve("uptime"), STATUS_BYTES).split(" ")[0]);
    }

    /** Age of the process, in seconds. */
    public double ageSeconds(ProcessStat stat) throws IOException {
        return uptimeSeconds() - (double) stat.startTicks() / clockTicks();
    }

    public long pageBytes() {
        return auxiliary(AT_PAGESZ, 4096);
    }

    /** Clock ticks per second, the unit of times from the kernel. */
    public long clockTicks() {
        return auxiliary(AT_CLKTCK, 100);
    }

    /** Pairs of two native longs, type and value. */
    private long auxiliary(long type, long otherwise) {
        try {
            ByteBuffer vector =
                    ByteBuffer.wrap(files.read(root.resolve("self/auxv"), 0, STATUS_BYTES))
                            .order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long found = vector.getLong();
                long value = vector.getLong();
                if (found == type) {
                    return value;
                }
            }
        } catch (IOException _) {
            return otherwise;
        }
        return otherwise;
    }

    private String text(Path path, int maxBytes) throws IOException {
        return new String(files.read(path, 0, maxBytes), StandardCharsets.UTF_8);
    }

    /** Splits NUL-terminated strings; keeps empty ones. */
    private static List<String> strings(String bytes) {
        List<String> strings = new ArrayList<>();
        int from = 0;
        for (int nul = bytes.indexOf('\0'); nul >= 0; nul = bytes.indexOf('\0', from)) {
            strings.add(bytes.substring(from, nul));
            from = nul + 1;
        }
        if (from < bytes.length()) {
            strings.add(bytes.substring(from));
        }
        return strings;
    }

    private static boolean isPid(String name) {
        return !name.isEmpty()
                && name.length() < 10
                && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
