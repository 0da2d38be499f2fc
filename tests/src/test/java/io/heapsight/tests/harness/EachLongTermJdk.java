/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a parameterized test on each JDK of {@link Jdk#longTerm}, or on the {@link Cover} of them:
 * for tests for which all JDKs would take long, of behaviour that has not changed since.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(EachLongTermJdk.Jdks.class)
public @interface EachLongTermJdk {
    /** Each test is a row of the cover, so that together they run on all of the JDKs. */
    final class Jdks implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            int row = context.getRequiredTestMethod().getName().length();
            return Cover.longTermJdks(row).stream().map(Arguments::of);
        }
    }
}
