/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The record of one JVM by {@code hsperfdata/record}: its counters, and the output of its own jstat
 * and MXBeans at that moment.
 */
public record Recording(String name) {
    private static final List<String> NAMES =
            List.of(
                    "jdk8-serial",
                    "jdk8-serial-idle",
                    "jdk8-parallel",
                    "jdk8-g1",
                    "jdk8-g1-concurrent",
                    "jdk8-cms",
                    "jdk8-parnew",
                    "jdk11-serial",
                    "jdk11-serial-idle",
                    "jdk11-parallel",
                    "jdk11-g1",
                    "jdk11-g1-concurrent",
                    "jdk11-cms",
                    "jdk11-zgc",
                    "jdk11-shenandoah",
                    "jdk17-serial",
                    "jdk17-serial-idle",
                    "jdk17-parallel",
                    "jdk17-g1",
                    "jdk17-g1-concurrent",
                    "jdk17-zgc",
                    "jdk17-shenandoah",
                    "jdk21-serial",
                    "jdk21-serial-idle",
                    "jdk21-parallel",
                    "jdk21-g1",
                    "jdk21-g1-concurrent",
                    "jdk21-zgc",
                    "jdk21-zgc-generational",
                    "jdk21-shenandoah",
                    "jdk25-serial",
                    "jdk25-serial-idle",
                    "jdk25-serial-no-class-space",
                    "jdk25-parallel",
                    "jdk25-g1",
                    "jdk25-g1-concurrent",
                    "jdk25-zgc",
                    "jdk25-shenandoah",
                    "jdk25-shenandoah-generational",
                    "jdk25-epsilon",
                    "jdk26-serial",
                    "jdk26-parallel",
                    "jdk26-g1",
                    "jdk26-zgc",
                    "jdk26-shenandoah",
                    "jdk27-serial",
                    "jdk27-serial-idle",
                    "jdk27-parallel",
                    "jdk27-g1",
                    "jdk27-g1-concurrent",
                    "jdk27-zgc",
                    "jdk27-shenandoah");

    public static Stream<Recording> all() {
        return NAMES.stream().map(Recording::new);
    }

    public byte[] bytes() {
        try (InputStream in = resource(".hsperfdata.gz");
                InputStream unzipped = new GZIPInputStream(in)) {
            return unzipped.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public PerfDataFile counters() {
        try {
            return PerfDataFile.of(bytes());
        } catch (PerfDataException e) {
            throw new AssertionError(name, e);
        }
    }

    /** Three lines per option: the option, the header, the row. */
    public List<String> jstatLines() {
        return lines(".jstat");
    }

    /** The MXBean lines of that kind ("pool", "gc", …), split into fields. */
    public List<List<String>> beans(String kind) {
        return lines(".mxbeans").stream()
                .map(line -> List.of(line.split("\t")))
                .filter(fields -> fields.getFirst().equals(kind))
                .map(fields -> fields.subList(1, fields.size()))
                .toList();
    }

    /** The fields after the name of that bean. */
    public List<String> bean(String kind, String beanName) {
        return beans(kind).stream()
                .filter(fields -> fields.getFirst().equals(beanName))
                .map(fields -> fields.subList(1, fields.size()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " has no " + kind + " " + beanName));
    }

    @Override
    public String toString() {
        return name;
    }

    private List<String> lines(String suffix) {
        try (InputStream in = resource(suffix)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private InputStream resource(String suffix) {
        String path = "/hsperfdata/" + name + suffix;
        return Objects.requireNonNull(Recording.class.getResourceAsStream(path), path);
    }
}
