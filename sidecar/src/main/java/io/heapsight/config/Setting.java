/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

/**
 * What one key is set to, as it may be shown.
 *
 * @param key its name
 * @param value as text, a secret masked
 * @param source "default", "environment", or the path of the properties file
 */
public record Setting(String key, String value, String source) {}
