/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs a parameterized test on each JDK of {@link Jdk#longTerm}: for tests for which all JDKs would
 * take long, of behaviour that has not changed since.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@EnumSource(
        value = Jdk.class,
        mode = EnumSource.Mode.EXCLUDE,
        names = {"JDK_26", "JDK_27"})
public @interface EachLongTermJdk {}
