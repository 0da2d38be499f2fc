/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lines with curl work in any shell: zsh expands an unquoted ? as a file name. */
class DocumentedCurlTest {
    /** Up to the end of the line, or of the inline code. */
    private static final Pattern CURL = Pattern.compile("\\bcurl [^`]*");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'|\"[^\"]*\"");
    private static final Pattern COMMENT = Pattern.compile("\\s#.*");
    private static final Pattern OBEYED = Pattern.compile("\\S[?*]|\\S&\\S");

    @Test
    void shellMetacharactersAreQuoted() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path document : documents()) {
            for (String line : Files.readAllLines(document)) {
                Matcher curl = CURL.matcher(line);
                while (curl.find()) {
                    String bare = QUOTED.matcher(curl.group()).replaceAll("Q");
                    if (OBEYED.matcher(COMMENT.matcher(bare).replaceFirst("")).find()) {
                        wrong.add(document + ": " + line);
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>();
        for (String folder : List.of("README.md", "SECURITY.md", "docs", "k8s", "ecs")) {
            try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
                files.filter(each -> each.toString().endsWith(".md")).forEach(documents::add);
            }
        }
        assertThat(documents).hasSizeGreaterThan(20);
        return documents;
    }
}
