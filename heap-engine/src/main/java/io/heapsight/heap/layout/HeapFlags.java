/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the known flags of the dumped JVM. {@code jcmd PID VM.flags} prints only flags that differ
 * from the default, so a missing flag is unknown, not off.
 *
 * @param values by name: "true" and "false" for switches
 */
public record HeapFlags(Map<String, String> values) {
    /** No flag is known. */
    public static final HeapFlags NONE = new HeapFlags(Map.of());

    /** {@code -XX:+UseCompressedOops}, {@code -XX:ObjectAlignmentInBytes=16}. */
    private static final Pattern OPTION = Pattern.compile("-XX:(?:([+-])(\\w+)|(\\w+)=(\\S*))");

    /** {@code bool UseCompressedOops = true {product lp64_product} {ergonomic}}. */
    private static final Pattern TABLE_ROW =
            Pattern.compile("(?m)^\\s*\\w+\\s+(\\w+)\\s+:?= *(\\S*)");

    private static final List<String> COLLECTORS =
            List.of("G1", "Serial", "Parallel", "Z", "Shenandoah", "ConcMarkSweep", "Epsilon");

    public HeapFlags {
        values = Map.copyOf(values);
    }

    /**
     * Parses the output of {@code jcmd PID VM.flags}, {@code VM.flags -all}, {@code
     * VM.command_line} or {@code java -XX:+PrintFlagsFinal}, or the words of a command line. The
     * last value of a flag wins.
     */
    public static HeapFlags parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher row = TABLE_ROW.matcher(text);
        while (row.find()) {
            values.put(row.group(1), row.group(2));
        }
        Matcher option = OPTION.matcher(text);
        while (option.find()) {
            if (option.group(1) == null) {
                values.put(option.group(3), option.group(4));
            } else {
                values.put(option.group(2), Boolean.toString(option.group(1).equals("+")));
            }
        }
        return new HeapFlags(values);
    }

    /** Whether a switch is on. */
    public Optional<Boolean> isOn(String name) {
        return Optional.ofNullable(values.get(name)).map(Boolean::parseBoolean);
    }

    public Optional<Boolean> useCompressedOops() {
        return isOn("UseCompressedOops");
    }

    public Optional<Boolean> useCompressedClassPointers() {
        return isOn("UseCompressedClassPointers");
    }

    public Optional<Boolean> useCompactObjectHeaders() {
        return isOn("UseCompactObjectHeaders");
    }

    /** Returns a power of two from 8 to 256; empty for any other value. */
    public OptionalInt objectAlignmentInBytes() {
        return switch (values.getOrDefault("ObjectAlignmentInBytes", "")) {
            case "8" -> OptionalInt.of(8);
            case "16" -> OptionalInt.of(16);
            case "32" -> OptionalInt.of(32);
            case "64" -> OptionalInt.of(64);
            case "128" -> OptionalInt.of(128);
            case "256" -> OptionalInt.of(256);
            default -> OptionalInt.empty();
        };
    }

    /** "G1", "Serial", "Parallel", "Z", "Shenandoah", "ConcMarkSweep" or "Epsilon". */
    public Optional<String> collector() {
        return COLLECTORS.stream()
                .filter(name -> isOn("Use" + name + "GC").orElse(false))
                .findFirst();
    }
}
