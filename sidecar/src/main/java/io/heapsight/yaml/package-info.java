/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads YAML documents of users, experiment plans and rules: bounded, with line numbers in errors.
 *
 * <p>{@link io.heapsight.yaml.YamlText} is the way in; {@link io.heapsight.yaml.YamlMap} has keys
 * and values that know their lines.
 */
@NullMarked
package io.heapsight.yaml;

import org.jspecify.annotations.NullMarked;
