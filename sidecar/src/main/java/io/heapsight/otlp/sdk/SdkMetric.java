/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;

/** A metric of a target, as the SDK's exporter reads it. */
record SdkMetric(
        Resource resource,
        InstrumentationScopeInfo scope,
        String name,
        String unit,
        MetricDataType type,
        Data<?> data)
        implements MetricData {
    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return scope;
    }

    @Override
    public String getName() {
        return name;
    }

    /** Empty: the conventions describe it. */
    @Override
    public String getDescription() {
        return "";
    }

    @Override
    public String getUnit() {
        return unit;
    }

    @Override
    public MetricDataType getType() {
        return type;
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}
