/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The options of a JVM in the order in which it reads them, so the last one wins.
 *
 * @param all all known options; options from unreadable files are skipped
 * @param notes the skipped sources and the reasons
 */
public record JvmFlags(List<JvmFlag> all, List<String> notes) {
    /** No known options. */
    public static final JvmFlags NONE = new JvmFlags(List.of(), List.of());

    public JvmFlags {
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }

    /** Finds the last option that equals one of these texts, such as "-Xrs". */
    public Optional<JvmFlag> last(String... texts) {
        List<String> wanted = List.of(texts);
        return all.reversed().stream().filter(flag -> wanted.contains(flag.text())).findFirst();
    }

    /** Finds the last -XX:+NAME or -XX:-NAME; empty unless it switches on. */
    public Optional<JvmFlag> switchedOn(String name) {
        return last("-XX:+" + name, "-XX:-" + name).filter(flag -> flag.text().startsWith("-XX:+"));
    }

    /** Finds the last -XX:+NAME or -XX:-NAME; empty unless it switches off. */
    public Optional<JvmFlag> switchedOff(String name) {
        return last("-XX:+" + name, "-XX:-" + name).filter(flag -> flag.text().startsWith("-XX:-"));
    }

    /** Finds the option that prevents the hsperfdata file. */
    public Optional<JvmFlag> withoutCounters() {
        return switchedOff("UsePerfData").or(() -> switchedOn("PerfDisableSharedMem"));
    }

    /** Finds the value of the last option with this prefix: value("-Xmx"). */
    public Optional<String> value(String prefix) {
        return all.reversed().stream()
                .filter(flag -> flag.text().startsWith(prefix))
                .findFirst()
                .map(flag -> flag.text().substring(prefix.length()));
    }

    /** Finds the maximum heap size; -Xmx and -XX:MaxHeapSize set the same flag. */
    public OptionalDouble maxHeapBytes() {
        return bytes("-Xmx", "-XX:MaxHeapSize=");
    }

    /**
     * Finds the initial heap size, or the minimum if that is larger; the maximum may not be
     * smaller.
     */
    public OptionalDouble initialHeapBytes() {
        OptionalDouble initial = bytes("-Xms", "-XX:InitialHeapSize=");
        OptionalDouble least = bytes("-Xms", "-XX:MinHeapSize=");
        return initial.orElse(0) >= least.orElse(0) ? initial : least;
    }

    /** Finds the size in the last option that begins with one of the prefixes. */
    public OptionalDouble bytes(String... prefixes) {
        for (JvmFlag flag : all.reversed()) {
            for (String prefix : prefixes) {
                if (flag.text().startsWith(prefix)) {
                    return bytesOf(flag.text().substring(prefix.length()));
                }
            }
        }
        return OptionalDouble.empty();
    }

    private static OptionalDouble bytesOf(String size) {
        try {
            return OptionalDouble.of(ByteSize.parse(size).bytes());
        } catch (IllegalArgumentException _) {
            return OptionalDouble.empty(); // the JVM does not start with an invalid size
        }
    }
}
