/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The rule files in the manual. */
final class DocumentedRules {
    static final Path MANUAL = Path.of("../docs/rules.md");
    private static final Pattern FILE = Pattern.compile("(?s)```yaml\n(rules:.*?)```");

    private DocumentedRules() {}

    static List<String> all() throws IOException {
        List<String> files =
                FILE.matcher(Files.readString(MANUAL))
                        .results()
                        .map(file -> file.group(1))
                        .toList();
        assertThat(files).hasSizeGreaterThan(1);
        return files;
    }
}
