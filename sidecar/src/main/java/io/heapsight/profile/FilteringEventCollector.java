/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.function.Supplier;
import one.jfr.event.Event;
import one.jfr.event.EventCollector;
import org.jspecify.annotations.Nullable;

/**
 * Passes to another collector the samples that {@link LiveSamples} selects; without a selection,
 * all samples.
 *
 * @param survivors known before the first sample
 */
record FilteringEventCollector(EventCollector collector, Supplier<@Nullable LiveSamples> survivors)
        implements EventCollector {
    @Override
    public void collect(Event each) {
        LiveSamples selection = survivors.get();
        Event counted = selection == null ? each : selection.counted(each);
        if (counted != null) {
            collector.collect(counted);
        }
    }

    @Override
    public void beforeChunk() {
        collector.beforeChunk();
    }

    @Override
    public void afterChunk() {
        collector.afterChunk();
    }

    @Override
    public boolean finish() {
        return collector.finish();
    }

    @Override
    public void forEach(Visitor visitor) {
        collector.forEach(visitor);
    }
}
