/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Collects evidence automatically when a target runs out of a resource, before it dies.
 *
 * <p>The packages that take heap dumps, recordings and profiles store them; {@link
 * io.heapsight.trigger.KeptReports} stores thread dumps, histograms and garbage summaries.
 *
 * <p>{@link io.heapsight.trigger.TriggerWatch} checks each sample of the sampler. {@link
 * io.heapsight.trigger.TargetRules} decides for one target, by the figures that {@link
 * io.heapsight.trigger.FigureCalculator} computes from samples. {@link
 * io.heapsight.trigger.TriggerCounts} counts firings. A {@link io.heapsight.trigger.Rule} comes
 * from a rules file ({@link io.heapsight.trigger.RulesReader}) or from its short form ({@link
 * io.heapsight.trigger.TriggerParser}); {@link io.heapsight.trigger.RuleTrial} replays rules on
 * stored samples.
 *
 * <p>A new action needs a {@link io.heapsight.trigger.TriggerAction} and its handler; if it needs a
 * configuration key, the configuration reader checks that.
 */
@NullMarked
package io.heapsight.trigger;

import org.jspecify.annotations.NullMarked;
