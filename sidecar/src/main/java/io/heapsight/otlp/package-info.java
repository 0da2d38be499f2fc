/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Pushes the figures of {@code /metrics} to an OpenTelemetry endpoint (OTLP), under the names of
 * the semantic conventions.
 *
 * <p>{@link OtlpEnvironment} reads {@code OTEL_…}; {@link ConventionMetrics} and {@link
 * TargetResourceAttributes} translate the last sample of a target; {@link OtlpPush} sends them at
 * each interval. The OpenTelemetry SDK is used by the subpackage {@code sdk} only, which {@link
 * SdkLoader} loads from the folder {@code otel-lib} when a push is configured: without one, neither
 * its jars are opened nor its classes loaded.
 *
 * <p>What is sent, and what is not, and why: docs/decisions/0027-opentelemetry.md.
 */
@NullMarked
package io.heapsight.otlp;

import org.jspecify.annotations.NullMarked;
