/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.memory.TuningOption;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** A JVM starts with each line that advice may show. */
@NeedsDocker
class AdvisedFlagsTest {
    private static final String UNLOCKED = "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC";

    /** Only a target that has this option is advised to change it. */
    private static final int FIRST_WITH_SOFT_MAXIMUM = 13;

    @ParameterizedTest
    @EachLongTermJdk
    void everyLineIsAccepted(Jdk jdk) {
        List<String> lines = new ArrayList<>();
        for (TuningOption option : TuningOption.values()) {
            String line = option.line(value(option));
            boolean known =
                    option != TuningOption.SOFT_MAX_HEAP
                            || jdk.version() >= FIRST_WITH_SOFT_MAXIMUM;
            if (known && line.startsWith("-")) { // a JVM reads it, and not a container runtime
                lines.add(line);
            }
        }
        if (jdk != Jdk.JDK_8) {
            lines.add(UNLOCKED);
        }
        try (TargetContainer target =
                TargetContainer.start(TargetSpec.of(jdk, "Sized").withArguments("live", "1"))) {
            for (String line : lines) {
                var ran = target.exec("sh", "-c", "java " + line + " -version 2>&1");
                assertThat(ran.exitCode()).as("%s: %s", line, ran.out()).isZero();
                assertThat(ran.out()).as(line).doesNotContainIgnoringCase("warning");
            }
        }
    }

    private static String value(TuningOption option) {
        return switch (option) {
            case MAX_RAM_PERCENTAGE -> "60.0";
            case NATIVE_MEMORY_TRACKING -> "summary";
            case COLLECTOR -> "-XX:+UseG1GC";
            default -> "112m";
        };
    }
}
