/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** The configuration stops the start: every fault in it at once, one line each. */
public final class ConfigException extends ProblemException {
    private final transient List<String> faults;

    ConfigException(List<String> faults) {
        super(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The configuration is wrong",
                        String.join("\n", faults),
                        "Correct these keys in the environment or in the file that HEAPSIGHT_CONFIG"
                                + " names; docs/configuration.md lists all keys."));
        this.faults = List.copyOf(faults);
    }

    /** One line per fault: key, value, expected value. */
    public List<String> faults() {
        return faults;
    }
}
