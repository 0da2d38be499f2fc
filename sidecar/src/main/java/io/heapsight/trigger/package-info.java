/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is done by itself when a target runs out of something: evidence is taken before it dies.
 *
 * <p>Heap dumps, recordings and profiles are kept by the packages that take them, thread dumps by
 * {@link io.heapsight.trigger.KeptThreads}.
 *
 * <p>{@link io.heapsight.trigger.TriggerWatch} looks at each sample of the sampler; {@link
 * io.heapsight.trigger.TargetTriggers} decides for one target; {@link
 * io.heapsight.trigger.TriggerCounts} remembers what fired.
 */
@NullMarked
package io.heapsight.trigger;

import org.jspecify.annotations.NullMarked;
