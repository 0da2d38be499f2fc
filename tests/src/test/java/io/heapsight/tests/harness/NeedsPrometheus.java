/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests that run prometheus and promtool (Debian's package prometheus). Without them they are
 * skipped with one line; with CI=true in the environment they fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsPrometheus.Condition.class)
public @interface NeedsPrometheus {

    /** Decides, and gives the reason. */
    final class Condition implements ExecutionCondition {
        private static final String REASON =
                "no prometheus and promtool in PATH: install the package prometheus";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (runs("prometheus") && runs("promtool")) {
                return ConditionEvaluationResult.enabled("prometheus and promtool run");
            }
            if (Engine.isCi()) {
                throw new IllegalStateException("Prometheus tests cannot run: " + REASON);
            }
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .computeIfAbsent(NeedsPrometheus.class, _ -> say());
            return ConditionEvaluationResult.disabled(REASON);
        }

        private static boolean runs(String program) {
            return Ran.run(List.of(program, "--version")).exitCode() == 0;
        }

        private static String say() {
            System.err.println("heapsight: Prometheus tests are skipped: " + REASON);
            return REASON;
        }
    }
}
