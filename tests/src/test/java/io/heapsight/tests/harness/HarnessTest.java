/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The harness itself: assumptions of other tests hold on every JDK. */
@NeedsDocker
class HarnessTest {

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void targetHasTheToolsOfItsJdk(Jdk jdk) {
        try (TargetContainer target =
                TargetContainer.start(TargetSpec.idleWithGarbage(jdk, Collector.SERIAL))) {
            assertThat(target.pid()).isEqualTo(1);
            assertThat(target.jcmd("1", "GC.class_histogram", "-all").outOrThrow())
                    .containsPattern("10000 +\\d+ +com.acme.Order\\$Line");
            target.pause();
            assertThat(target.jstat("-gcutil", "1").outOrThrow()).contains("S0");
            target.resume();
        }
    }

    @ParameterizedTest
    @EnumSource(Jdk.class)
    void heldTargetHandlesNoSignalYet(Jdk jdk) {
        TargetSpec held = TargetSpec.idle(jdk).under(TargetSpec.Parent.HELD_BEFORE_SIGNALS);
        try (TargetContainer target = TargetContainer.start(held)) {
            assertThat(target.output()).isEmpty();
            target.letStart();
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    @Test
    void restarterStartsTheNextJvm() {
        TargetSpec spec = TargetSpec.idle(Jdk.JDK_17).under(TargetSpec.Parent.RESTARTER);
        try (TargetContainer target = TargetContainer.start(spec)) {
            int first = target.pid();
            target.restart();
            assertThat(target.pid()).isNotEqualTo(first);
        }
    }

    @Test
    void churnAnswersWithItsBeans() {
        try (TargetContainer target =
                TargetContainer.start(TargetSpec.of(Jdk.JDK_21, "Churn").with(Collector.G1))) {
            assertThat(target.ask("gc beans"))
                    .anyMatch(line -> line.startsWith("pool\tG1 Eden Space\t"));
        }
    }
}
