/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A page of documentation. Its {@code sh} blocks hold working commands; blocks of output are {@code
 * text}.
 *
 * @param name below the checkout: README.md, docs/runs.md
 */
public record Manual(String name) {
    /** The pages of a folder with commands. */
    public static List<Manual> withCommands(String folder) {
        try (Stream<Path> files = Files.list(Checkout.root().resolve(folder))) {
            return files.map(file -> new Manual(folder + "/" + file.getFileName()))
                    .filter(page -> page.name.endsWith(".md") && !page.commands().isEmpty())
                    .sorted((one, other) -> one.name.compareTo(other.name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of the sh blocks without comments; a backslash at the end continues a line. */
    public List<String> commands() {
        List<String> commands = new ArrayList<>();
        boolean inBlock = false;
        String begun = "";
        for (String line : lines()) {
            if (line.startsWith("```")) {
                inBlock = line.equals("```sh");
            } else if (inBlock && line.endsWith("\\")) {
                begun += line.substring(0, line.length() - 1);
            } else if (inBlock && !(begun + line).isBlank() && !line.startsWith("#")) {
                commands.add((begun + line).replaceFirst("\\s+# .*", "").strip());
                begun = "";
            }
        }
        return commands;
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(Checkout.root().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
