/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that start containers. Without a Docker engine, or without the base images, they are
 * skipped with one line; with CI=true in the environment they fail instead.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsDocker.Condition.class)
public @interface NeedsDocker {

    /** Decides, and gives the reason once a run. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Engine.missing().isEmpty()) {
                return ConditionEvaluationResult.enabled(
                        "the engine answers and has the base images");
            }
            String reason = Engine.missing().get();
            if (Engine.isCi()) {
                throw new IllegalStateException("container tests cannot run: " + reason);
            }
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .computeIfAbsent(NeedsDocker.class, key -> say(reason));
            return ConditionEvaluationResult.disabled(reason);
        }

        private static String say(String reason) {
            System.err.println("heapsight: container tests are skipped: " + reason);
            return reason;
        }
    }
}
