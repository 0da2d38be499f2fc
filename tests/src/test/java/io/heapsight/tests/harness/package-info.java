/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Real JVMs to test against, and our own image beside them.
 *
 * <p>A target is a {@link io.heapsight.tests.harness.TargetContainer} (any JDK, from a {@link
 * io.heapsight.tests.harness.TargetSpec}) or a {@link io.heapsight.tests.harness.LocalTarget} (a
 * child process on a JDK of this machine). Its program is one of com.acme in src/targets: Idle,
 * Leak, Churn. A {@link io.heapsight.tests.harness.SidecarContainer} joins the target's PID
 * namespace. Test classes that use a container carry {@link
 * io.heapsight.tests.harness.NeedsDocker}. Everything is closed by try-with-resources.
 */
@NullMarked
package io.heapsight.tests.harness;

import org.jspecify.annotations.NullMarked;
