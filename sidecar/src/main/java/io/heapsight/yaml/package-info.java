/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads YAML documents of users, such as experiment plans and rules. Sizes are bounded; errors
 * contain line numbers.
 *
 * <p>{@link io.heapsight.yaml.YamlParser} is the entry point; {@link io.heapsight.yaml.YamlMap}
 * contains keys and values with their lines.
 */
@NullMarked
package io.heapsight.yaml;

import org.jspecify.annotations.NullMarked;
