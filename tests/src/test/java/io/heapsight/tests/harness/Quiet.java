/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that measure, or that fail on a busy machine: they run after the others, two classes at a
 * time. Those that are also isolated run alone: pages show the targets of other classes, too.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("quiet")
public @interface Quiet {}
