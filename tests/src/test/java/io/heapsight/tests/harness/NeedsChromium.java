/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that view pages in Chromium (Debian's package chromium, or the program {@code CHROMIUM} in
 * the environment). Without it they are skipped with one line; with CI=true in the environment they
 * fail instead. Tests that view the page of a sidecar are isolated: when a container starts or
 * ends, Chromium aborts its requests (ERR_NETWORK_CHANGED).
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsChromium.Condition.class)
public @interface NeedsChromium {

    /** The browser. */
    Path PROGRAM =
            Path.of(Objects.requireNonNullElse(System.getenv("CHROMIUM"), "/usr/bin/chromium"));

    /** Decides, and gives the reason. */
    final class Condition implements ExecutionCondition {
        private static final String REASON = "no " + PROGRAM + ": apt-get install chromium";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Files.isExecutable(PROGRAM)) {
                return ConditionEvaluationResult.enabled("there is " + PROGRAM);
            }
            if (Engine.isCi()) {
                throw new IllegalStateException("browser tests cannot run: " + REASON);
            }
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .computeIfAbsent(NeedsChromium.class, _ -> say());
            return ConditionEvaluationResult.disabled(REASON);
        }

        private static String say() {
            System.err.println("heapsight: browser tests are skipped: " + REASON);
            return REASON;
        }
    }
}
