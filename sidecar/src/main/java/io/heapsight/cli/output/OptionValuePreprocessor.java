/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Accepts only an attached option value, as in {@code --watch=30s}, never the next word. Without an
 * attached value, the option has its fallback value.
 */
public final class OptionValuePreprocessor implements CommandLine.IParameterPreprocessor {
    @Override
    public boolean preprocess(
            Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            words.push(((OptionSpec) option).fallbackValue());
        }
        return false;
    }
}
