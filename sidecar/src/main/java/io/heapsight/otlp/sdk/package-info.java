/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sends metrics by the OpenTelemetry SDK: its exporter for OTLP over HTTP, with the HTTP client of
 * the JDK. {@link io.heapsight.otlp.SdkLoader} loads this package.
 */
@NullMarked
package io.heapsight.otlp.sdk;

import org.jspecify.annotations.NullMarked;
