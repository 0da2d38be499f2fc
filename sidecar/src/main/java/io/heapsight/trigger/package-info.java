/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is done automatically when a target runs out of something: evidence is taken before it dies.
 *
 * <p>Heap dumps, recordings and profiles are kept by the packages that take them; thread dumps,
 * histograms and garbage summaries by {@link io.heapsight.trigger.KeptReports}.
 *
 * <p>{@link io.heapsight.trigger.TriggerWatch} looks at each sample of the sampler; {@link
 * io.heapsight.trigger.TargetRules} decides for one target, by the figures that {@link
 * io.heapsight.trigger.FigureSeries} makes of samples; {@link io.heapsight.trigger.TriggerCounts}
 * remembers what fired. A {@link io.heapsight.trigger.Rule} comes from a file of rules ({@link
 * io.heapsight.trigger.RulesReader}) or from its short form ({@link io.heapsight.trigger.Trigger});
 * {@link io.heapsight.trigger.RuleTrial} replays rules on samples that are kept.
 *
 * <p>An action more takes a {@link io.heapsight.trigger.TriggerAction}, its handler, and where it
 * needs a key of the configuration, the reader of that says so.
 */
@NullMarked
package io.heapsight.trigger;

import org.jspecify.annotations.NullMarked;
