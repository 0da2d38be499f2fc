/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

class AnalyzeArgumentsFastPathTest {
    /** The parser's result for the words after the command's name. */
    @Command
    private static final class Parsed {
        @Parameters private Path file = Path.of("");
        @Mixin private AnalyzeOptions options = new AnalyzeOptions();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap.hprof",
                "/dumps/heap.hprof.gz --only garbage",
                "--only=HISTOGRAM heap.hprof",
                "--format json heap.hprof --top 5",
                "heap.hprof --top=1 --format=Html",
                "--max-memory=96m --work-dir /tmp heap.hprof --only Garbage",
                "heap.hprof --max-memory 1g --work-dir=a=b",
                "heap=.hprof --top 2147483647",
            })
    void readsALineAsTheParserDoes(String line) throws Exception {
        String[] words = line.split(" ");
        Parsed parsed = new Parsed();
        new CommandLine(parsed).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words);
        AnalyzeArgumentsFastPath plain = plain(words).orElseThrow();
        // The default, the machine's free memory, changes from moment to moment.
        String[] varying =
                line.contains("--max-memory") ? new String[0] : new String[] {"maxMemory"};
        assertThat(plain.options().request(Path.of(plain.file()), Optional.empty(), 7))
                .usingRecursiveComparison()
                .ignoringFields(varying)
                .isEqualTo(parsed.options.request(parsed.file, Optional.empty(), 7));
        assertThat(plain.options().format()).isEqualTo(parsed.options.format());
        assertThat(plain.options().rows()).isEqualTo(parsed.options.rows());
        assertThat(plain.options().jsonClasses()).isEqualTo(parsed.options.jsonClasses());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "heap.hprof -h",
                "one.hprof two.hprof",
                "@arguments",
                "heap.hprof --top",
                "heap.hprof --top x",
                "heap.hprof --top=",
                "heap.hprof --top 99999999999",
                "heap.hprof --top -1",
                "heap.hprof --only everything",
                "heap.hprof --only --top",
                "heap.hprof --only=garbage --only=histogram",
                "heap.hprof --max-memory 1k",
                "heap.hprof --max-memory much",
                "heap.hprof --format xml",
                "heap.hprof --flags -XX:+UseSerialGC",
                "heap.hprof --objects-out x",
                "heap.hprof --reveal-strings",
                "heap.hprof --unknown 1",
                "-- heap.hprof",
                "--only garbage",
            })
    void leavesTheOthersToTheParser(String line) {
        assertThat(plain(line.split(" "))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"histogram heap.hprof", "serve", "", "--version", "Analyze heap.hprof"})
    void isForAnalyzeOnly(String line) {
        assertThat(AnalyzeArgumentsFastPath.of(line.split(" "))).isEmpty();
    }

    private static Optional<AnalyzeArgumentsFastPath> plain(String... words) {
        String[] line = Arrays.copyOf(new String[] {"analyze"}, words.length + 1);
        System.arraycopy(words, 0, line, 1, words.length);
        return AnalyzeArgumentsFastPath.of(line);
    }
}
