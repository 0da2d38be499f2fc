/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads what users write in YAML, plans of experiments and rules: bounded, and whatever is wrong is
 * told with its line.
 *
 * <p>{@link io.heapsight.yaml.YamlText} is the way in; {@link io.heapsight.yaml.YamlMap} has keys
 * and values that know their lines.
 */
@NullMarked
package io.heapsight.yaml;

import org.jspecify.annotations.NullMarked;
