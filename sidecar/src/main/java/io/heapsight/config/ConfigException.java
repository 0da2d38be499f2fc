/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** Thrown at startup for an invalid configuration; lists all faults. */
public final class ConfigException extends ProblemException {
    private final transient List<String> faults;

    ConfigException(List<String> faults) {
        super(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The configuration is wrong",
                        String.join("; ", faults),
                        "Correct these keys in the environment or in the file that HEAPSIGHT_CONFIG"
                                + " names; docs/configuration.md lists all keys."));
        this.faults = List.copyOf(faults);
    }

    /** All faults: key, value, expected value. */
    public List<String> faults() {
        return faults;
    }
}
