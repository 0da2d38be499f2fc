/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Parses a YAML text: one document of limited length, without aliases of collections. */
public final class YamlParser {
    private static final int MOST_CHARS = 256 * 1024;

    private YamlParser() {}

    /**
     * Reads a document.
     *
     * @param what the expected document: "an experiment"
     * @throws YamlException if it is not a mapping
     */
    public static YamlMap read(String yaml, String what) throws YamlException {
        if (yaml.length() > MOST_CHARS) {
            throw new YamlException(1, "longer than " + MOST_CHARS + " characters");
        }
        LoadSettings settings =
                LoadSettings.builder()
                        .setMaxAliasesForCollections(0)
                        .setCodePointLimit(MOST_CHARS)
                        .build();
        try {
            Optional<Node> top = new Compose(settings).composeString(yaml);
            if (top.isEmpty()) {
                throw new YamlException(1, "it is empty");
            }
            return YamlMap.of(top.get(), what);
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new YamlException(line, "not YAML: " + e.getProblem(), e);
        } catch (StackOverflowError _) {
            throw new YamlException(1, "nested too deeply");
        } catch (YamlEngineException e) {
            throw new YamlException(1, "not YAML: " + e.getMessage(), e);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // The parser's, of a tag such as !%2.
            throw new YamlException(1, "not YAML: a tag is malformed", e);
        }
    }
}
