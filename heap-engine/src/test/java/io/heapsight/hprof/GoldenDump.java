/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A real heap dump in the test resources, with the figures of HotSpot and Eclipse MAT. Each dump is
 * inflated once per test run, into a directory that is deleted with the JVM.
 */
public enum GoldenDump {
    G1_25("g1-25"),
    SERIAL_25("serial-25"),
    NO_COMPRESSED_OOPS_17("no-compressed-oops-17"),
    COMPACT_HEADERS_25("compact-headers-25"),
    /** With compact headers (the default), without figures of MAT, like the next one. */
    SMALL_27("small-27"),
    SMALL_WIDE_27("small-wide-27");

    /** Names of small dumps that have only HotSpot's figures. */
    public static final String WITHOUT_MAT = "SMALL_.*";

    /** " 1: 146650 6959248 [B (java.base@25.0.3)". */
    private static final Pattern HISTOGRAM_ROW =
            Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private static final Map<GoldenDump, Path> INFLATED = new ConcurrentHashMap<>();

    private final String fileName;

    /** Number and bytes of the objects of a class. */
    public record Count(long objects, long bytes) {
        Count plus(Count other) {
            return new Count(objects + other.objects, bytes + other.bytes);
        }
    }

    GoldenDump(String fileName) {
        this.fileName = fileName;
    }

    /** The uncompressed dump. */
    public Path file() {
        return INFLATED.computeIfAbsent(this, _ -> inflate());
    }

    /** The dump as stored in the resources, for tests of compressed input. */
    public InputStream compressed() {
        return resource(".hprof.gz");
    }

    private Path inflate() {
        try (InputStream in = new GZIPInputStream(compressed(), 1 << 16)) {
            Path directory = Files.createTempDirectory("golden-dumps");
            directory.toFile().deleteOnExit();
            Path file = directory.resolve(fileName + ".hprof");
            file.toFile().deleteOnExit();
            Files.copy(in, file);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InputStream resource(String suffix) {
        String name = "/golden-dumps/" + fileName + suffix;
        return Objects.requireNonNull(GoldenDump.class.getResourceAsStream(name), name);
    }

    private List<String> lines(String suffix) {
        try (InputStream in = resource(suffix);
                InputStream text = suffix.endsWith(".gz") ? new GZIPInputStream(in) : in;
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The answer of {@code jcmd VM.flags}. */
    public String flags() {
        return String.join("\n", lines(".flags.txt"));
    }

    /** The answer of {@code jcmd VM.version}. */
    public String version() {
        return String.join("\n", lines(".version.txt"));
    }

    /** HotSpot's figures directly before the dump, by HotSpot's class name: "[B". */
    public Map<String, Count> histogramOfAll() {
        return histogram(".histogram-all.txt");
    }

    /** HotSpot's figures after the dump and a full collection. */
    public Map<String, Count> histogramOfLive() {
        return histogram(".histogram-live.txt");
    }

    private Map<String, Count> histogram(String suffix) {
        Map<String, Count> counts = new LinkedHashMap<>();
        for (String line : lines(suffix)) {
            Matcher row = HISTOGRAM_ROW.matcher(line);
            if (row.matches()) {
                long objects = Long.parseLong(row.group(1));
                Count count = new Count(objects, Long.parseLong(row.group(2)));
                counts.merge(row.group(3), count, Count::plus);
            }
        }
        return counts;
    }

    /** A row of MAT's totals: "objects", "gc_roots", "unreachable_objects", … */
    public long matTotal(String name) {
        return lines(".mat-totals.tsv").stream()
                .map(line -> line.split("\t", -1))
                .filter(columns -> columns[0].equals(name))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .findFirst()
                .orElseThrow();
    }

    /** MAT's unreachable objects by class address; MAT estimates the bytes. */
    public Map<Long, Count> matUnreachable() {
        return matClasses(".mat-unreachable.tsv");
    }

    /** MAT's reachable objects by class address; MAT estimates the bytes. */
    public Map<Long, Count> matReachable() {
        return matClasses(".mat-reachable.tsv");
    }

    private Map<Long, Count> matClasses(String suffix) {
        Map<Long, Count> counts = new LinkedHashMap<>();
        for (String line : lines(suffix)) {
            String[] columns = line.split("\t", -1);
            Count count = new Count(Long.parseLong(columns[2]), Long.parseLong(columns[3]));
            counts.merge(Long.decode(columns[1]), count, Count::plus);
        }
        return counts;
    }

    /** Whether MAT's dominators exist. */
    public boolean hasMatDominators() {
        return this == G1_25 || this == SERIAL_25;
    }

    /** MAT's immediate dominators by address, 0 for objects that only the roots dominate. */
    public Map<Long, Long> matDominators() {
        Map<Long, Long> dominators = new HashMap<>();
        for (String line : lines(".mat-dominators.tsv.gz")) {
            String[] columns = line.split("\t", -1);
            long dominator = columns[1].equals("-") ? 0 : Long.decode(columns[1]);
            dominators.put(Long.decode(columns[0]), dominator);
        }
        return dominators;
    }

    @Override
    public String toString() {
        return fileName;
    }
}
