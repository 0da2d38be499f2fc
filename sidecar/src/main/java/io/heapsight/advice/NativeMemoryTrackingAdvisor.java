/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.memory.TuningOption;
import java.util.List;
import java.util.Optional;

/** Advises on native memory tracking, which attributes memory outside the heap. */
final class NativeMemoryTrackingAdvisor implements Advisor {
    @Override
    public Advice advise(TargetObservation seen) {
        Optional<String> set =
                Optional.ofNullable(seen.flags().values().get("NativeMemoryTracking"))
                        .or(() -> seen.jvm().flags().value("-XX:NativeMemoryTracking="));
        String mode = set.orElse("off");
        boolean isOff = mode.equals("off");
        return new Advice(
                Subject.NATIVE_MEMORY_TRACKING,
                Conclusion.FINE,
                isOff
                        ? "Native memory tracking is off, so memory outside the heap is not broken down. It costs some CPU and memory, so enable it to find"
                                + " something."
                        : "Native memory tracking is on (%s): memory outside the heap is broken down by category."
                                .formatted(mode),
                List.of(),
                isOff
                        ? List.of(
                                new Setting(
                                        TuningOption.NATIVE_MEMORY_TRACKING,
                                        Optional.of("off"),
                                        "summary"))
                        : List.of(),
                List.of(),
                seen.flags().values().isEmpty() ? Certainty.MEDIUM : Certainty.HIGH,
                seen.flags().values().isEmpty() ? "by its command line" : "by its flags");
    }
}
