/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.yaml;

import org.jspecify.annotations.Nullable;

/** Thrown if a YAML text is invalid, with the line and the reason. */
public final class YamlException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param line from 1
     */
    public YamlException(int line, String reason) {
        this(line, reason, null);
    }

    public YamlException(int line, String reason, @Nullable Exception cause) {
        super("line " + line + ": " + reason, cause);
    }
}
