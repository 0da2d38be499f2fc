/* SPDX-License-Identifier: Apache-2.0 */
/** The configuration: environment variables or a properties file, checked at start. */
@NullMarked
package io.heapsight.config;

import org.jspecify.annotations.NullMarked;
