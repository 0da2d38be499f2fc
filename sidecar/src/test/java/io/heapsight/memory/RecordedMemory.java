/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.MemoryHistory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The recorded memory of one program, and a day of it: the recording, then random blocks of its
 * later half, with noise. See {@code forecast/README.md} of the test resources.
 */
final class RecordedMemory {
    static final double MEBIBYTE = 1 << 20;
    private static final double KIBIBYTE = 1024;
    private static final double NOISE = 0.002;
    private static final int SHORTEST_BLOCK = 6;

    /** Bytes at a time after the start of the process; NaN for missing values. */
    record Row(
            double seconds,
            double charged,
            double heap,
            double used,
            double kept,
            double metaspace) {
        /** The bytes that a leak has added by then. */
        Row plus(double outside, double inHeap) {
            return new Row(
                    seconds,
                    charged + outside + inHeap,
                    heap + inHeap,
                    used + inHeap,
                    kept + inHeap,
                    metaspace);
        }

        Row at(double time, double factor) {
            return new Row(
                    time, factor * charged, factor * heap, factor * used, factor * kept, metaspace);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    final double limitBytes;
    final double heapMaxBytes;

    private RecordedMemory(List<String> lines) {
        String[] ceilings = lines.getFirst().split(" ");
        limitBytes = Double.parseDouble(ceilings[0]) * KIBIBYTE;
        heapMaxBytes = Double.parseDouble(ceilings[1]) * KIBIBYTE;
        double first = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(" ");
            double seconds = Double.parseDouble(words[0]);
            first = rows.isEmpty() ? seconds : first;
            rows.add(
                    new Row(
                            seconds - first,
                            bytes(words[1]),
                            bytes(words[2]),
                            bytes(words[3]),
                            bytes(words[4]),
                            bytes(words[5])));
        }
    }

    private static double bytes(String kibibytes) {
        return kibibytes.equals("-") ? Double.NaN : KIBIBYTE * Double.parseDouble(kibibytes);
    }

    static RecordedMemory read(String name) {
        try (InputStream in =
                Objects.requireNonNull(
                        RecordedMemory.class.getResourceAsStream("/forecast/" + name + ".txt"))) {
            return new RecordedMemory(
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() {
        return rows;
    }

    MemoryBounds ceilings() {
        return new MemoryBounds(limitBytes, "memory limit", heapMaxBytes, Double.NaN, Double.NaN);
    }

    /** The recording, and its simulated continuation. */
    List<Row> extended(double seconds, SplittableRandom random) {
        List<Row> all = new ArrayList<>(rows);
        int half = rows.size() / 2;
        int longest = Math.max(SHORTEST_BLOCK + 1, rows.size() - half);
        double beat = (rows.getLast().seconds() - rows.get(half).seconds()) / (rows.size() - half);
        double now = rows.getLast().seconds();
        while (now < seconds) {
            int block = random.nextInt(SHORTEST_BLOCK, longest);
            int from = half + random.nextInt(Math.max(1, rows.size() - half - block));
            for (int i = from; i < Math.min(rows.size(), from + block); i++) {
                now += beat;
                all.add(rows.get(i).at(now, 1 + NOISE * random.nextGaussian()));
            }
        }
        return all;
    }

    static void add(MemoryHistory history, Row row) {
        long millis = (long) (1000 * row.seconds());
        history.add(millis, row.charged(), row.used(), row.kept(), row.metaspace());
        history.addHeap(millis, row.charged(), row.heap());
    }
}
