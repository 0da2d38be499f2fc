/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

/**
 * The effective value of one key, without secrets.
 *
 * @param key its name
 * @param value as text, a secret masked
 * @param source "default", "environment", or the path of the properties file
 */
public record Setting(String key, String value, String source) {}
