/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is known of a target when it dies, and why it died.
 *
 * <p>{@link io.heapsight.postmortem.DeathWatches} keeps one {@link
 * io.heapsight.postmortem.DeathWatch} a target. It opens what will be gone with the process while
 * that lives, waits on a pidfd without touching it, and reads its {@link
 * io.heapsight.postmortem.Evidence} at once when it ends: the container runtime removes the rest
 * within 20 to 100 ms. {@link io.heapsight.postmortem.DeathDiagnosis} says what they mean; {@link
 * io.heapsight.postmortem.PostmortemStore} keeps the document.
 */
@NullMarked
package io.heapsight.postmortem;

import org.jspecify.annotations.NullMarked;
