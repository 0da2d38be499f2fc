/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds objects of the JDK that were never closed, such as files and compressors: small in the
 * heap, but with a native handle.
 */
final class NativeHandles implements LeakKind {
    private static final int MANY = 1_000;
    private static final String CHANNEL = "sun/nio/ch/FileChannelImpl";
    private static final Words FILES =
            new Words(
                    "open; each is a file descriptor of the process",
                    "Close each stream or channel (try-with-resources); ls -l"
                            + " /proc/PID/fd names the files.",
                    "A healthy program has as many open as it uses at a time; the limit of"
                            + " most systems is 1,024.");

    static final List<LeakKind> ALL =
            List.of(
                    new NativeHandles(
                            "unended-compressors",
                            Set.of("java/util/zip/Inflater", "java/util/zip/Deflater"),
                            LeakCause.Certainty.LEAK,
                            new Words(
                                    "not ended; each has the buffers of zlib outside the heap",
                                    "Call end() in a finally block, or close the stream that has"
                                            + " made it.",
                                    "A healthy program keeps a few to use again.")),
                    new NativeHandles(
                            "open-files",
                            Set.of(
                                    "java/io/FileInputStream",
                                    "java/io/FileOutputStream",
                                    "java/io/RandomAccessFile"),
                            LeakCause.Certainty.LEAK,
                            FILES),
                    // databases and brokers keep thousands of channels open
                    new NativeHandles(
                            "open-channels", Set.of(CHANNEL), LeakCause.Certainty.SHARE, FILES));

    private final String id;
    private final Set<String> classes;
    private final LeakCause.Certainty certainty;
    private final Words words;

    private NativeHandles(
            String id, Set<String> classes, LeakCause.Certainty certainty, Words words) {
        this.id = id;
        this.classes = classes;
        this.certainty = certainty;
        this.words = words;
    }

    /** The state of an open object, and the texts of {@link LeakCause}. */
    private record Words(String state, String remedy, String healthy) {}

    @Override
    public Set<String> classes() {
        return classes;
    }

    @Override
    public boolean costsOutside() {
        return true;
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] open = new int[found.ranks().length];
        ClassNameCounts names = new ClassNameCounts();
        int count = 0;
        for (int rank : found.ranks()) {
            if (isOpen(heap.address(rank), heap)) {
                open[count++] = rank;
                names.add(heap.className(heap.address(rank)));
            }
        }
        if (count < MANY) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(open, count);
        List<HolderPlace> places = heap.chain(heap.address(ranks[count / 2]));
        List<HolderPlace> programs = places.stream().filter(each -> !each.jdk()).toList();
        String place =
                programs.stream()
                        .findFirst()
                        .or(() -> places.stream().findFirst())
                        .map(HolderPlace::text)
                        .orElse(names.most());
        LeakCause cause =
                new LeakCause(
                        id,
                        certainty,
                        place,
                        place,
                        false,
                        "%s, %s".formatted(names.most(), words.state),
                        count,
                        words.remedy,
                        words.healthy);
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, programs));
    }

    private static boolean isOpen(long address, LeakObjectReader heap) {
        if (heap.isA(address, CHANNEL) && heap.reference(address, "parent") != 0) {
            return false; // the channel of a stream, which has the same descriptor
        }
        long descriptor = heap.reference(address, "fd");
        if (descriptor != 0) {
            return heap.number(descriptor, "fd") >= 0;
        }
        long reference = heap.reference(address, "zsRef");
        return heap.number(reference == 0 ? address : reference, "address") != 0
                || heap.number(address, "strm") != 0;
    }
}
