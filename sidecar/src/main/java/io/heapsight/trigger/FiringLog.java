/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records the last firing of each rule on each target, in the file {@code triggers} of the data
 * directory. A sidecar that exits during an action therefore does not repeat it immediately after a
 * restart. Writes the file before an action and after it, one line per rule and target:
 *
 * <pre>
 * 3600250 7 81234 begun container_memory>90%:histogram
 * age of the target in milliseconds, its pid, its start in clock ticks, state, name of the rule
 * </pre>
 *
 * <p>Thread-safe.
 */
final class FiringLog {
    private static final int MOST_LINES = 1024;
    private static final long MOST_BYTES = 256 * 1024;

    /**
     * A firing.
     *
     * @param age of the target, by a clock that is monotonic across restarts of the sidecar
     * @param done whether its actions succeeded
     */
    record Firing(Duration age, boolean done) {}

    private record Key(int pid, long startTicks, String rule) {
        static Key of(TargetJvm jvm, Rule rule) {
            return new Key(jvm.pid(), jvm.startTicks(), rule.name());
        }
    }

    private final Path file;
    private final EventLog log;
    private final Map<Key, Firing> firings = new LinkedHashMap<>();
    private boolean told;

    private FiringLog(Path file, EventLog log) {
        this.file = file;
        this.log = log;
    }

    /** Reads the log of an earlier sidecar; ignores unknown lines. */
    static FiringLog open(Path dataDirectory, EventLog log) {
        FiringLog firings = new FiringLog(dataDirectory.resolve("triggers"), log);
        try {
            if (Files.size(firings.file) <= MOST_BYTES) {
                Files.readAllLines(firings.file).forEach(firings::parse);
            }
        } catch (NoSuchFileException _) {
            return firings; // no firing yet
        } catch (IOException e) {
            firings.tell(e);
        }
        return firings;
    }

    private void parse(String line) {
        String[] words = line.split(" ", 5);
        if (words.length < 5) {
            return;
        }
        try {
            firings.put(
                    new Key(Integer.parseInt(words[1]), Long.parseLong(words[2]), words[4]),
                    new Firing(
                            Duration.ofMillis(Long.parseLong(words[0])), words[3].equals("done")));
        } catch (NumberFormatException _) {
            return; // not a line of this log
        }
    }

    synchronized Optional<Firing> last(TargetJvm jvm, Rule rule) {
        return Optional.ofNullable(firings.get(Key.of(jvm, rule)));
    }

    synchronized void add(TargetJvm jvm, Rule rule, Firing firing) {
        Key key = Key.of(jvm, rule);
        firings.remove(key);
        firings.put(key, firing);
        while (firings.size() > MOST_LINES) {
            firings.remove(firings.keySet().iterator().next());
        }
        try {
            Path folder = file.toAbsolutePath().resolveSibling("");
            if (!Files.isDirectory(folder)) {
                DurableFiles.createFolder(folder);
            }
            DurableFiles.write(file, text());
        } catch (IOException e) {
            tell(e);
        }
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        firings.forEach(
                (key, firing) ->
                        text.append(firing.age().toMillis())
                                .append(' ')
                                .append(key.pid())
                                .append(' ')
                                .append(key.startTicks())
                                .append(firing.done() ? " done " : " begun ")
                                .append(key.rule())
                                .append('\n'));
        return text.toString();
    }

    private void tell(IOException e) {
        if (!told) {
            told = true;
            log.warn(
                    "the record of fired rules can't be written: it is lost at a restart",
                    field("file", file),
                    field("reason", e));
        }
    }
}
