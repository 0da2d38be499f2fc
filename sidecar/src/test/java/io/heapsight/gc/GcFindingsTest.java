/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Tests each rule on both sides of its threshold, from a healthy collector. */
class GcFindingsTest {
    private static final double MIB = 1 << 20;

    @Test
    void healthyCollectorHasNoFinding() {
        assertThat(findings(_ -> {})).isEmpty();
    }

    @Test
    void unknownFiguresCauseNoFinding() {
        GcActivity unknown =
                new GcActivity(
                        "",
                        0,
                        600,
                        GcActivity.PauseTotals.UNKNOWN,
                        List.of(),
                        List.of(),
                        GcActivity.FullCollections.UNKNOWN,
                        GcActivity.GcHeap.UNKNOWN,
                        GcActivity.GcOverhead.UNKNOWN,
                        GcTroubles.UNKNOWN,
                        GcEnvironment.UNKNOWN,
                        List.of());

        assertThat(GcFindings.of(unknown)).isEmpty();
        assertThat(GcVerdict.of(unknown, List.of()).answer()).isEqualTo(GcVerdict.Answer.UNKNOWN);
    }

    @Test
    void shortPeriodHasNoFinding() {
        Consumer<GcActivities> bad =
                seen -> {
                    seen.wall = 0.5;
                    seen.live = seen.max / 2;
                };
        assertThat(kinds(bad.andThen(seen -> seen.period = 29))).isEmpty();
        assertThat(kinds(bad.andThen(seen -> seen.period = 30)))
                .containsExactly(Kind.HEAP_TOO_SMALL);
    }

    /** As of a full heap of 48 MiB, measured. */
    @Test
    void tooSmallHeapComesBeforeTheCpuThatItCosts() {
        assertThat(
                        kinds(
                                seen -> {
                                    seen.live = seen.max / 1.5;
                                    seen.wall = 0.099;
                                    seen.cpuRatio = 0.87;
                                    seen.cpuSeconds = 0.2 * seen.period;
                                }))
                .startsWith(Kind.HEAP_TOO_SMALL, Kind.CPU_COST);
    }

    @Test
    void heapIsTooSmallIfTheLiveSetLeavesLittleAndCollectionsCost() {
        Consumer<GcActivities> small = seen -> seen.live = seen.max / 2.4;

        assertThat(kinds(small.andThen(seen -> seen.wall = 0.049))).isEmpty();
        assertThat(findings(small.andThen(seen -> seen.wall = 0.05)))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(Kind.HEAP_TOO_SMALL))
                .satisfies(found -> assertThat(found.severity()).isEqualTo(Severity.MEDIUM));
        assertThat(kinds(small.andThen(seen -> seen.worstMinute = 0.1)))
                .containsExactly(Kind.HEAP_TOO_SMALL);
        assertThat(kinds(small.andThen(seen -> seen.worstMinute = 0.099))).isEmpty();
        assertThat(findings(small.andThen(seen -> seen.wall = 0.1)).getFirst().severity())
                .isEqualTo(Severity.HIGH);
    }

    /** Parallel with 48 MiB: old generation of 32 MiB full, a third of the heap free. */
    @Test
    void heapWithAFullOldGenerationIsTooSmall() {
        Consumer<GcActivities> full =
                seen -> {
                    seen.live = 0.66 * seen.max;
                    seen.wall = 0.044;
                    seen.full = 353;
                    seen.fullSeconds = 0.044 * seen.period;
                };

        assertThat(kinds(full)).containsExactly(Kind.HEAP_TOO_SMALL);
        assertThat(kinds(full.andThen(seen -> seen.fullSeconds = 0.009 * seen.period))).isEmpty();
        assertThat(
                        kinds(
                                full.andThen(
                                        seen -> {
                                            seen.requestedFull = 351;
                                            seen.requestedSeconds = 25;
                                            seen.troubles.put(
                                                    Trouble.EXPLICIT_GC,
                                                    new Occurrences(351, 25, 0.1));
                                        })))
                .containsExactly(Kind.EXPLICIT_GC);
    }

    @Test
    void largeHeapOfAFastProgramIsNotTooSmall() {
        assertThat(
                        kinds(
                                seen -> {
                                    seen.live = seen.max / 2.6;
                                    seen.wall = 0.05;
                                }))
                .containsExactly(Kind.ALLOCATION_RATE);
    }

    @Test
    void nearlyFullHeapIsTooSmallWhateverItsCollectionsCost() {
        Consumer<GcActivities> full =
                seen -> {
                    seen.live = 0.91 * seen.max;
                    seen.full = 3;
                };
        assertThat(findings(full).getFirst().severity()).isEqualTo(Severity.HIGH);
        assertThat(kinds(full.andThen(seen -> seen.full = 2))).isEmpty();
        assertThat(kinds(full.andThen(seen -> seen.live = 0.89 * seen.max))).isEmpty();
    }

    @Test
    void heapRemedyLeavesTheSizeToAdvice() {
        GcFinding small =
                findings(
                                seen -> {
                                    seen.live = seen.max / 2;
                                    seen.wall = 0.2;
                                })
                        .getFirst();
        assertThat(small.remedy()).contains("heapsight advice computes what fits");
        assertThat(small.line()).isEqualTo("-Xmx");
    }

    @Test
    void throttlingCountsOnlyIfPausesAreFelt() {
        Consumer<GcActivities> throttled = seen -> seen.throttled = 0.06;

        assertThat(kinds(throttled)).isEmpty();
        assertThat(kinds(throttled.andThen(seen -> seen.wall = 0.01)))
                .containsExactly(Kind.CPU_THROTTLING);
        assertThat(kinds(throttled.andThen(seen -> seen.longest = 0.2)))
                .containsExactly(Kind.CPU_THROTTLING);
        assertThat(
                        kinds(
                                seen -> {
                                    seen.throttled = 0.05;
                                    seen.wall = 0.01;
                                }))
                .isEmpty();
    }

    @Test
    void twiceAsManyThreadsAsCpusAreTooMany() {
        Consumer<GcActivities> felt = seen -> seen.wall = 0.02;

        assertThat(kinds(felt.andThen(seen -> seen.threads = 3))).isEmpty();
        assertThat(findings(felt.andThen(seen -> seen.threads = 4)))
                .singleElement()
                .satisfies(found -> assertThat(found.line()).isEqualTo("-XX:ParallelGCThreads=2"));
        assertThat(
                        kinds(
                                felt.andThen(
                                        seen -> {
                                            seen.threads = 8;
                                            seen.cpus = Double.NaN;
                                        })))
                .isEmpty();
    }

    /** G1 of JDK 17 and Shenandoah don't start with more concurrent threads than parallel ones. */
    @Test
    void fewerThreadsOfPausesNeedFewerConcurrentThreads() {
        assertThat(threads(8, 1, 2)).isEqualTo("-XX:ParallelGCThreads=1 -XX:ConcGCThreads=1");
        assertThat(threads(16, 4, 6)).isEqualTo("-XX:ParallelGCThreads=4 -XX:ConcGCThreads=1");
        assertThat(threads(24, 12, 13)).isEqualTo("-XX:ParallelGCThreads=12 -XX:ConcGCThreads=3");
        assertThat(threads(8, 2, 2)).isEqualTo("-XX:ParallelGCThreads=2");
        assertThat(threads(8, 2, Double.NaN)).isEqualTo("-XX:ParallelGCThreads=2");
    }

    private static String threads(double parallel, double cpus, double concurrent) {
        return findings(
                        seen -> {
                            seen.wall = 0.02;
                            seen.threads = parallel;
                            seen.cpus = cpus;
                            seen.concurrentThreads = concurrent;
                        })
                .getFirst()
                .line();
    }

    @Test
    void halfAsManyThreadsAsCpusAreTooFew() {
        Consumer<GcActivities> felt =
                seen -> {
                    seen.wall = 0.02;
                    seen.cpus = 16;
                };
        assertThat(kinds(felt.andThen(seen -> seen.threads = 9))).isEmpty();
        assertThat(findings(felt.andThen(seen -> seen.threads = 8)))
                .singleElement()
                .satisfies(
                        found -> {
                            assertThat(found.kind()).isEqualTo(Kind.TOO_FEW_THREADS);
                            assertThat(found.remedy()).contains("the JVM starts 13 GC threads");
                        });
        Consumer<GcActivities> one = felt.andThen(seen -> seen.threads = 1);
        assertThat(kinds(one.andThen(seen -> seen.cpus = 1.1)))
                .containsExactly(Kind.TOO_FEW_THREADS);
        assertThat(kinds(one.andThen(seen -> seen.cpus = 1))).isEmpty();
        assertThat(kinds(one.andThen(seen -> seen.cpus = Double.NaN))).isEmpty();
        assertThat(kinds(one.andThen(seen -> seen.collector = "Serial"))).isEmpty();
        assertThat(
                        kinds(
                                felt.andThen(
                                        seen -> {
                                            seen.collector = "Shenandoah";
                                            seen.threads = 8;
                                        })))
                .as("its own number")
                .isEmpty();
        assertThat(kinds(one.andThen(seen -> seen.wall = 0.009))).isEmpty();
    }

    @Test
    void fewShortOrCheapPausesWithoutCpuAreForInformation() {
        assertThat(trouble(Trouble.PAUSE_WITHOUT_CPU, new Occurrences(2, 1.8, 0.9))).isEmpty();
        assertThat(withoutCpu(3, 0.4, 0.19)).isEqualTo(Severity.INFORMATION);
        assertThat(withoutCpu(3, 0.4, 0.2)).isEqualTo(Severity.HIGH);
        assertThat(withoutCpu(10, 0.29, 0.2)).as("half of the pauses").isEqualTo(Severity.MEDIUM);
        GcActivities all = new GcActivities();
        all.troubles.put(Trouble.PAUSE_WITHOUT_CPU, new Occurrences(10, 0.29, 0.2));
        all.cpuSeconds = 0.29;
        assertThat(GcFindings.of(all.activity()).getFirst().severity())
                .as("0.29 s of CPU time in all pauses of 0.6 s")
                .isEqualTo(Severity.HIGH);
    }

    private static Severity withoutCpu(int count, double seconds, double longest) {
        return findings(
                        seen ->
                                seen.troubles.put(
                                        Trouble.PAUSE_WITHOUT_CPU,
                                        new Occurrences(count, seconds, longest)))
                .getFirst()
                .severity();
    }

    /** The flag of Serial is 0 by default; it ignores another value. */
    @Test
    void serialHasNoThreadsToWaitForEachOther() {
        Consumer<GcActivities> serial =
                seen -> {
                    seen.collector = "Serial";
                    seen.wall = 0.02;
                    seen.threads = 8;
                };
        assertThat(kinds(serial)).isEmpty();
        assertThat(
                        findings(
                                        serial.andThen(
                                                seen -> {
                                                    seen.threads = 0;
                                                    seen.throttled = 0.5;
                                                }))
                                .getFirst()
                                .evidence())
                .contains("2.00 CPUs");
    }

    /** Eight threads may wait at the same time. */
    @Test
    void stallsOfAllThreadsCostNoMoreThanTheWholeTime() {
        GcFinding found =
                findings(
                                seen ->
                                        seen.troubles.put(
                                                Trouble.ALLOCATION_STALL,
                                                new Occurrences(900, 4000, 9)))
                        .getFirst();
        assertThat(found.costRatio()).isEqualTo(1);
    }

    @Test
    void cyclesInALogAreNoPauses() {
        assertThat(explicit(new Occurrences(7, Double.NaN, Double.NaN)).evidence())
                .containsExactly("7 cycles by \"System.gc()\"");
        assertThat(explicit(new Occurrences(1, 0.1, 0.1)).evidence())
                .startsWith("1 pause by \"System.gc()\"");
    }

    @Test
    void reserveOfG1IsNotLowered() {
        Consumer<GcActivities> failed =
                seen -> seen.troubles.put(Trouble.EVACUATION_FAILURE, new Occurrences(3, 0.6, 0.3));
        assertThat(findings(failed).getFirst().line()).isEqualTo("-XX:G1ReservePercent=20");
        for (String set : List.of("20", "30")) {
            GcFinding found =
                    findings(failed.andThen(seen -> seen.flags.put("G1ReservePercent", set)))
                            .getFirst();
            assertThat(found.line()).isEqualTo("-Xmx");
            assertThat(found.remedy()).doesNotContain("reserve");
        }
    }

    @Test
    void cyclesOfCmsDoNotBeginBelowTheLiveSet() {
        Consumer<GcActivities> cms =
                seen -> {
                    seen.collector = "CMS";
                    seen.jdk = 8;
                    seen.troubles.put(Trouble.CONCURRENT_MODE_FAILURE, new Occurrences(3, 3, 1));
                };
        assertThat(findings(cms).getFirst().line())
                .startsWith("-XX:CMSInitiatingOccupancyFraction=60 ");
        assertThat(findings(cms.andThen(seen -> seen.live = 0.55 * seen.max)).getFirst().line())
                .isEmpty();
        assertThat(
                        findings(
                                        cms.andThen(
                                                seen ->
                                                        seen.flags.put(
                                                                "CMSInitiatingOccupancyFraction",
                                                                "50")))
                                .getFirst()
                                .line())
                .isEmpty();
    }

    /** Each JDK refuses to start with an unknown flag. */
    @Test
    void flagsForSafepointsAreThoseOfTheJdk() {
        Consumer<GcActivities> late =
                seen ->
                        seen.troubles.put(
                                Trouble.TIME_TO_SAFEPOINT, new Occurrences(Double.NaN, 20, 0.3));
        assertThat(findings(late).getFirst().remedy()).contains("-Xlog:safepoint");
        assertThat(findings(late.andThen(seen -> seen.jdk = 8)).getFirst().remedy())
                .contains("-XX:+PrintSafepointStatistics")
                .doesNotContain("-Xlog");
    }

    @Test
    void cpuPressureIsTooFewCpusUnlessThrottled() {
        Consumer<GcActivities> waiting =
                seen -> {
                    seen.wall = 0.02;
                    seen.cpuPressure = 0.21;
                };
        assertThat(kinds(waiting)).containsExactly(Kind.TOO_FEW_CPUS);
        assertThat(kinds(waiting.andThen(seen -> seen.cpuPressure = 0.2))).isEmpty();
        assertThat(kinds(waiting.andThen(seen -> seen.throttled = 0.5)))
                .containsExactly(Kind.CPU_THROTTLING);
    }

    @Test
    void swapAndMemoryPressureCountIfPausesAreFelt() {
        assertThat(
                        kinds(
                                seen -> {
                                    seen.swap = 26 * MIB; // 5 % of the committed 512 MiB are 25.6
                                    seen.longest = 0.5;
                                }))
                .containsExactly(Kind.SWAP);
        assertThat(
                        kinds(
                                seen -> {
                                    seen.swap = 25 * MIB;
                                    seen.longest = 0.5;
                                }))
                .isEmpty();
        assertThat(
                        kinds(
                                seen -> {
                                    seen.memoryPressure = 0.051;
                                    seen.wall = 0.01;
                                }))
                .containsExactly(Kind.MEMORY_PRESSURE);
        assertThat(
                        kinds(
                                seen -> {
                                    seen.memoryPressure = 0.05;
                                    seen.wall = 0.01;
                                }))
                .isEmpty();
    }

    @Test
    void explicitCollectionsAreRankedByTheirCost() {
        assertThat(explicit(new Occurrences(2, 0.1, 0.05)).severity())
                .isEqualTo(Severity.INFORMATION);
        assertThat(explicit(new Occurrences(2, 6, Double.NaN)).severity())
                .isEqualTo(Severity.MEDIUM);
        assertThat(explicit(new Occurrences(3, 0.3, 0.2)).severity()).isEqualTo(Severity.MEDIUM);
        assertThat(explicit(new Occurrences(2, 0.3, 0.2)).severity())
                .isEqualTo(Severity.INFORMATION);
        assertThat(explicit(new Occurrences(2, 30, Double.NaN)).severity())
                .isEqualTo(Severity.HIGH);
        assertThat(explicit(new Occurrences(2, 1.2, 1)).severity()).isEqualTo(Severity.HIGH);
        assertThat(kinds(seen -> seen.troubles.put(Trouble.EXPLICIT_GC, Occurrences.NONE)))
                .isEmpty();
    }

    @Test
    void explicitCollectionsBecomeConcurrentOnlyWhereTheCollectorCan() {
        assertThat(explicit(new Occurrences(2, 6, 1)).line())
                .isEqualTo("-XX:+ExplicitGCInvokesConcurrent");
        GcFinding parallel =
                findings(
                                seen -> {
                                    seen.collector = "Parallel";
                                    seen.jdk = 8;
                                    seen.troubles.put(
                                            Trouble.EXPLICIT_GC, new Occurrences(2, 6, 1));
                                })
                        .getFirst();
        assertThat(parallel.line()).isEmpty();
        assertThat(parallel.remedy()).contains("no remedy if the program uses direct buffers");
        assertThat(parallel.remedy()).contains("sun.rmi.dgc.server.gcInterval");
        GcFinding already =
                findings(
                                seen -> {
                                    seen.flags.put("ExplicitGCInvokesConcurrent", "true");
                                    seen.troubles.put(
                                            Trouble.EXPLICIT_GC, new Occurrences(2, 6, 1));
                                })
                        .getFirst();
        assertThat(already.line()).isEmpty();
    }

    /** A log has no flags, and VM.flags none with its default. */
    @Test
    void callsThatAreConcurrentNeedNoFlag() {
        String request = "Trigger: GC request (System.gc())";
        assertThat(explicitOf("G1", "Pause Young (Concurrent Start)", "System.gc()").line())
                .isEmpty();
        assertThat(explicitOf("Shenandoah", "Pause Init Mark", request).line()).isEmpty();
        assertThat(explicitOf("G1", "G1 Young Generation", "System.gc()").line()).isEmpty();

        String flag = "-XX:+ExplicitGCInvokesConcurrent";
        assertThat(explicitOf("G1", "Pause Full", "System.gc()").line()).isEqualTo(flag);
        assertThat(explicitOf("Shenandoah", "Pause Full", request).line()).isEqualTo(flag);
        assertThat(explicitOf("G1", "G1 Old Generation", "System.gc()").line()).isEqualTo(flag);
        assertThat(explicitOf("G1", "Pause Full", "G1 Compaction Pause").line()).isEqualTo(flag);
    }

    private static GcFinding explicitOf(String collector, String pauses, String cause) {
        return findings(
                        seen -> {
                            seen.collector = collector;
                            seen.causes = List.of(GcActivities.cause(pauses, cause, 2));
                            seen.troubles.put(Trouble.EXPLICIT_GC, new Occurrences(2, 6, 1));
                        })
                .getFirst();
    }

    @Test
    void possibleCallersAreEvidenceWithARemedy() {
        GcFinding found =
                findings(
                                seen -> {
                                    seen.callers =
                                            List.of(new GcCaller("a JMX client", "JMX: stop it."));
                                    seen.troubles.put(
                                            Trouble.EXPLICIT_GC, new Occurrences(1, 6, 1));
                                })
                        .getFirst();
        assertThat(found.evidence()).contains("possible caller: a JMX client");
        assertThat(found.remedy())
                .contains("JMX: stop it. To see who calls it: heapsight jfr PID")
                .endsWith("heapsight jfr summary gc.jfr.");
    }

    @Test
    void diagnosticsAreNotTheProgramsCalls() {
        assertThat(
                        kinds(
                                seen ->
                                        seen.troubles.put(
                                                Trouble.DIAGNOSTIC_GC,
                                                new Occurrences(1, 0.1, 0.1))))
                .containsExactly(Kind.DIAGNOSTIC_GC);
    }

    @Test
    void metadataThresholdIsFoundFromThreeCollectionsOn() {
        assertThat(trouble(Trouble.METADATA_THRESHOLD, new Occurrences(2, 0.2, 0.1))).isEmpty();
        assertThat(metadataThreshold(Double.NaN).line()).isEqualTo("-XX:MetaspaceSize=42m");
        assertThat(metadataThreshold(41 * MIB).line()).isEqualTo("-XX:MetaspaceSize=42m");
        assertThat(metadataThreshold(94.5 * MIB).line()).isEqualTo("-XX:MetaspaceSize=95m");
    }

    private static GcFinding metadataThreshold(double committed) {
        return findings(
                        seen -> {
                            seen.metaspace = committed;
                            seen.flags.put("MetaspaceSize", "22020096");
                            seen.troubles.put(
                                    Trouble.METADATA_THRESHOLD, new Occurrences(3, 7, 0.3));
                        })
                .getFirst();
    }

    @Test
    void metaspaceAtItsMaximumIsNeitherItsThresholdNorTheHeap() {
        Consumer<GcActivities> full =
                seen -> {
                    seen.max = 512 * MIB;
                    seen.live = 220 * MIB;
                    seen.full = 120;
                    seen.fullSeconds = 108;
                    seen.requestedFull = 120;
                    seen.requestedSeconds = 108;
                    seen.wall = 0.2;
                    seen.worstMinute = 0.3;
                    seen.troubles.put(Trouble.METADATA_THRESHOLD, new Occurrences(60, 54, 1));
                    seen.troubles.put(Trouble.METADATA_FULL, new Occurrences(60, 54, 1));
                };
        assertThat(findings(full))
                .singleElement()
                .satisfies(
                        found -> {
                            assertThat(found.kind()).isEqualTo(Kind.METADATA_FULL);
                            assertThat(found.severity()).isEqualTo(Severity.HIGH);
                            assertThat(found.costRatio()).isEqualTo(0.18);
                            assertThat(found.conclusion()).startsWith("Metaspace has reached");
                            assertThat(found.remedy()).contains("heapsight advice computes");
                            assertThat(found.line()).isEqualTo("-XX:MaxMetaspaceSize");
                        });
        assertThat(kinds(full.andThen(seen -> seen.wall = 0.4)))
                .containsExactly(Kind.HEAP_TOO_SMALL, Kind.METADATA_FULL);
        assertThat(trouble(Trouble.METADATA_FULL, new Occurrences(1, 0.1, 0.1)))
                .containsExactly(Kind.METADATA_FULL);
    }

    /** As of Serial with a code cache of 4 MiB. */
    @Test
    void collectionsForTheCodeCacheAreNoWantOfHeap() {
        Consumer<GcActivities> code =
                seen -> {
                    seen.collector = "Serial";
                    seen.live = seen.max / 2;
                    seen.full = 20;
                    seen.fullSeconds = 60;
                    seen.requestedFull = 20;
                    seen.requestedSeconds = 60;
                    seen.wall = 0.11;
                    seen.worstMinute = 0.2;
                    seen.troubles.put(Trouble.CODE_CACHE, new Occurrences(20, 60, 3));
                };

        assertThat(findings(code))
                .singleElement()
                .satisfies(
                        found -> {
                            assertThat(found.kind()).isEqualTo(Kind.CODE_CACHE);
                            assertThat(found.severity()).isEqualTo(Severity.HIGH);
                            assertThat(found.line()).isEqualTo("-XX:ReservedCodeCacheSize");
                            assertThat(found.remedy()).contains("-XX:ProfiledCodeHeapSize");
                        });
        GcFinding known =
                findings(code.andThen(seen -> seen.flags.put("ReservedCodeCacheSize", "50335744")))
                        .getFirst();
        assertThat(known.line()).isEqualTo("-XX:ReservedCodeCacheSize=96m");
        assertThat(known.evidence()).contains("-XX:ReservedCodeCacheSize=49156k");
        GcFinding largest =
                findings(
                                code.andThen(
                                        seen ->
                                                seen.flags.put(
                                                        "ReservedCodeCacheSize", "2147483648")))
                        .getFirst();
        assertThat(largest.line()).as("the JVM starts with no larger one").isEmpty();
        assertThat(kinds(code.andThen(seen -> seen.wall = 0.3))).startsWith(Kind.HEAP_TOO_SMALL);
        assertThat(trouble(Trouble.CODE_CACHE, new Occurrences(2, 0.4, 0.2))).isEmpty();
        assertThat(
                        kinds(
                                code.andThen(
                                        seen ->
                                                seen.troubles.put(
                                                        Trouble.CODE_CACHE,
                                                        new Occurrences(2, 60, 30)))))
                .containsExactly(Kind.CODE_CACHE);
    }

    @Test
    void withoutAMaximumOfMetaspaceTheClassSpaceIsFull() {
        assertThat(metaspaceFull("134217728").evidence()).contains("-XX:MaxMetaspaceSize=128m");
        assertThat(metaspaceFull("134217728").line()).isEqualTo("-XX:MaxMetaspaceSize");
        assertThat(metaspaceFull("18446744073709551615").line())
                .isEqualTo("-XX:CompressedClassSpaceSize");
    }

    private static GcFinding metaspaceFull(String maximum) {
        return findings(
                        seen -> {
                            seen.flags.put("MaxMetaspaceSize", maximum);
                            seen.troubles.put(Trouble.METADATA_FULL, new Occurrences(2, 0.1, 0.1));
                        })
                .getFirst();
    }

    @Test
    void humongousAllocationIsFoundIfItIsATenthOfAllPauses() {
        assertThat(trouble(Trouble.HUMONGOUS_ALLOCATION, new Occurrences(5, 0.1, 0.1))).isEmpty();
        assertThat(trouble(Trouble.HUMONGOUS_ALLOCATION, new Occurrences(6, 0.1, 0.1)))
                .containsExactly(Kind.HUMONGOUS_ALLOCATION);
        assertThat(
                        kinds(
                                seen -> {
                                    seen.pauses = 2;
                                    seen.troubles.put(
                                            Trouble.HUMONGOUS_ALLOCATION,
                                            new Occurrences(2, 0.1, 0.1));
                                }))
                .isEmpty();
    }

    @Test
    void regionsAreDoubledOnlyInALargeHeap() {
        assertThat(humongous(1024 * MIB).line()).isEqualTo("-XX:G1HeapRegionSize=8m");
        assertThat(humongous(1023 * MIB).line()).isEmpty();
        assertThat(humongous(1023 * MIB).remedy()).endsWith(" Larger regions need a larger heap.");
        assertThat(humongous(1023 * MIB).severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void unknownRegionsAreNotSaidToNeedALargerHeap() {
        Consumer<GcActivities> many =
                seen ->
                        seen.troubles.put(
                                Trouble.HUMONGOUS_ALLOCATION, new Occurrences(30, 6, 0.2));
        GcFinding found = findings(many).getFirst();
        assertThat(found.severity()).isEqualTo(Severity.MEDIUM);
        assertThat(found.remedy()).doesNotContain("larger heap");
        String largest = Long.toString(32 << 20);
        assertThat(
                        findings(many.andThen(seen -> seen.flags.put("G1HeapRegionSize", largest)))
                                .getFirst()
                                .remedy())
                .doesNotContain("larger heap");
    }

    private static GcFinding humongous(double maxBytes) {
        return findings(
                        seen -> {
                            seen.max = maxBytes;
                            seen.flags.put("G1HeapRegionSize", "4194304");
                            seen.troubles.put(
                                    Trouble.HUMONGOUS_ALLOCATION, new Occurrences(30, 0.1, 0.1));
                        })
                .getFirst();
    }

    @Test
    void prematurePromotionIsMuchOfWhatWasAllocatedAndMoreThanTheHeapHolds() {
        Consumer<GcActivities> early =
                seen -> {
                    seen.collector = "Parallel";
                    seen.wall = 0.06;
                    seen.promoted = 5 * MIB; // 3,000 MiB in ten minutes
                    seen.allocated = 50 * MIB;
                };
        assertThat(findings(early))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(Kind.PREMATURE_PROMOTION))
                .satisfies(found -> assertThat(found.line()).isEqualTo("-XX:NewRatio=1"));
        // Half of the heap would barely hold it.
        assertThat(findings(early.andThen(seen -> seen.live = 0.48 * seen.max)))
                .filteredOn(found -> found.kind() == Kind.PREMATURE_PROMOTION)
                .singleElement()
                .satisfies(found -> assertThat(found.line()).isEmpty());
        assertThat(kinds(early.andThen(seen -> seen.allocated = 51 * MIB)))
                .containsExactly(Kind.ALLOCATION_RATE);
        assertThat(kinds(early.andThen(seen -> seen.promoted = 3.4 * MIB)))
                .containsExactly(Kind.ALLOCATION_RATE);
        assertThat(kinds(early.andThen(seen -> seen.wall = 0.04))).isEmpty();
        assertThat(
                        findings(early.andThen(seen -> seen.flags.put("MaxTenuringThreshold", "1")))
                                .getFirst()
                                .line())
                .isEqualTo("-XX:MaxTenuringThreshold=15");
    }

    @Test
    void ratioOfGenerationsIsNoRemedyIfTheirSizeIsSet() {
        assertThat(promotion("MaxNewSize", (long) (341.25 * MIB))).isEqualTo("-XX:NewRatio=1");
        assertThat(promotion("NewRatio", 4)).isEqualTo("-XX:NewRatio=1");
        assertThat(promotion("NewRatio", 1)).isEmpty();
        assertThat(promotion("MaxNewSize", (long) (100 * MIB))).isEmpty();
    }

    private static String promotion(String flag, long value) {
        return findings(
                        seen -> {
                            seen.collector = "Parallel";
                            seen.wall = 0.06;
                            seen.promoted = 5 * MIB;
                            seen.flags.put(flag, Long.toString(value));
                        })
                .getFirst()
                .line();
    }

    @Test
    void concurrentCollectorsThatFallBehindAreFound() {
        assertThat(trouble(Trouble.ALLOCATION_STALL, new Occurrences(1, 0.01, 0.01)))
                .containsExactly(Kind.ALLOCATION_STALLS);
        assertThat(trouble(Trouble.ALLOCATION_STALL_CYCLE, new Occurrences(1, 0.01, 0.01)))
                .containsExactly(Kind.ALLOCATION_STALLS);
        assertThat(trouble(Trouble.FULL_CYCLE, new Occurrences(1, 0.5, 0.5)))
                .containsExactly(Kind.FULL_CYCLES);
        assertThat(trouble(Trouble.DEGENERATED_CYCLE, new Occurrences(2, 0.5, 0.3))).isEmpty();
        assertThat(trouble(Trouble.DEGENERATED_CYCLE, new Occurrences(3, 0.5, 0.3)))
                .containsExactly(Kind.DEGENERATED_CYCLES);
        assertThat(trouble(Trouble.CONCURRENT_MODE_FAILURE, new Occurrences(1, 0.5, 0.5)))
                .containsExactly(Kind.CONCURRENT_MODE_FAILURE);
        assertThat(trouble(Trouble.EVACUATION_FAILURE, new Occurrences(1, 0.5, 0.5)))
                .containsExactly(Kind.EVACUATION_FAILURE);
    }

    @Test
    void harmlessEventsOfADayAreNoVerdict() {
        for (Trouble trouble :
                List.of(
                        Trouble.EVACUATION_FAILURE,
                        Trouble.ALLOCATION_STALL,
                        Trouble.DEGENERATED_CYCLE,
                        Trouble.FULL_CYCLE)) {
            assertThat(severity(trouble, new Occurrences(3, 0.1, 0.04)))
                    .as("%s", trouble)
                    .isEqualTo(Severity.INFORMATION);
            assertThat(severity(trouble, new Occurrences(3, 0.4, 0.2)))
                    .as("%s", trouble)
                    .isNotEqualTo(Severity.INFORMATION);
            assertThat(severity(trouble, new Occurrences(12, 1.2, 0.1)))
                    .as("%s", trouble)
                    .isNotEqualTo(Severity.INFORMATION);
        }
        assertThat(severity(Trouble.ALLOCATION_STALL_CYCLE, new Occurrences(11 * 3, 0.1, 0.04)))
                .isEqualTo(Severity.INFORMATION);
        assertThat(severity(Trouble.ALLOCATION_STALL_CYCLE, new Occurrences(12 * 3, 0.1, 0.04)))
                .isEqualTo(Severity.MEDIUM);
        assertThat(
                        severity(
                                Trouble.ALLOCATION_STALL_CYCLE,
                                new Occurrences(12, Double.NaN, Double.NaN)))
                .isEqualTo(Severity.MEDIUM);
    }

    private static Severity severity(Trouble trouble, Occurrences events) {
        return findings(
                        seen -> {
                            seen.period = 24 * 3600;
                            seen.pauses = 24 * 3600;
                            seen.troubles.put(trouble, events);
                        })
                .getFirst()
                .severity();
    }

    @Test
    void fullCollectionThatFollowsAFailureIsSerious() {
        Consumer<GcActivities> failure =
                seen ->
                        seen.troubles.put(
                                Trouble.EVACUATION_FAILURE, new Occurrences(1, 0.04, 0.04));
        assertThat(findings(failure).getFirst().severity()).isEqualTo(Severity.INFORMATION);
        Consumer<GcActivities> full =
                failure.andThen(
                        seen -> {
                            seen.longest = 0.5;
                            seen.full = 1;
                        });
        assertThat(findings(full.andThen(seen -> seen.fullSeconds = 0.2)).getFirst().severity())
                .isEqualTo(Severity.HIGH);
        assertThat(findings(full.andThen(seen -> seen.fullSeconds = 0.1)).getFirst().severity())
                .isEqualTo(Severity.INFORMATION);
        assertThat(
                        findings(
                                        failure.andThen(
                                                seen -> {
                                                    seen.full = 1;
                                                    seen.requestedFull = 1;
                                                }))
                                .getFirst()
                                .severity())
                .isEqualTo(Severity.INFORMATION);
    }

    @Test
    void modeFailureIsHarmlessIfItsFullCollectionIsShort() {
        assertThat(modeFailure(0.19, 0.9)).isEqualTo(Severity.INFORMATION);
        assertThat(modeFailure(0.2, 0.9)).isEqualTo(Severity.MEDIUM);
        assertThat(modeFailure(0.2, 0.19)).isEqualTo(Severity.INFORMATION);
        assertThat(modeFailure(6, 0.19)).isEqualTo(Severity.MEDIUM);
    }

    private static Severity modeFailure(double fullSeconds, double longest) {
        return findings(
                        seen -> {
                            seen.longest = longest;
                            seen.full = 2;
                            seen.fullSeconds = fullSeconds;
                            seen.troubles.put(
                                    Trouble.CONCURRENT_MODE_FAILURE,
                                    new Occurrences(1, Double.NaN, Double.NaN));
                        })
                .getFirst()
                .severity();
    }

    @Test
    void cpuCostOfAnIdleProgramIsNoFinding() {
        assertThat(
                        kinds(
                                seen -> {
                                    seen.cpuRatio = 0.9;
                                    seen.cpuSeconds = 59;
                                }))
                .isEmpty();
        assertThat(
                        kinds(
                                seen -> {
                                    seen.cpuRatio = 0.24;
                                    seen.cpuSeconds = 600;
                                }))
                .isEmpty();
        assertThat(
                        kinds(
                                seen -> {
                                    seen.cpuRatio = 0.25;
                                    seen.cpuSeconds = 60;
                                    seen.flags.put("UseStringDeduplication", "true");
                                }))
                .containsExactly(Kind.CPU_COST, Kind.STRING_DEDUPLICATION);
    }

    @Test
    void lateSafepointsAreNotTheCollector() {
        Occurrences late = new Occurrences(Double.NaN, 12, Double.NaN);
        GcActivities seen = new GcActivities();
        seen.troubles.put(Trouble.TIME_TO_SAFEPOINT, late);
        GcActivity activity = seen.activity();

        List<GcFinding> found = GcFindings.of(activity);
        assertThat(found).extracting(GcFinding::kind).containsExactly(Kind.TIME_TO_SAFEPOINT);
        GcVerdict verdict = GcVerdict.of(activity, found);
        assertThat(verdict.answer()).isEqualTo(GcVerdict.Answer.NO);
        assertThat(verdict.sentence())
                .startsWith("It is not the collector, but threads reach safepoints late: ");
        assertThat(trouble(Trouble.TIME_TO_SAFEPOINT, new Occurrences(Double.NaN, 11, 0.19)))
                .isEmpty();
    }

    @Test
    void oneLongPauseIsNoFindingButManyAre() {
        assertThat(
                        kinds(
                                seen -> {
                                    seen.longest = 0.9;
                                    seen.p99 = 0.9;
                                }))
                .isEmpty();
        assertThat(
                        kinds(
                                seen -> {
                                    seen.pauses = 200;
                                    seen.longest = 0.9;
                                    seen.p99 = 0.2;
                                }))
                .containsExactly(Kind.LONG_PAUSES);
        assertThat(
                        kinds(
                                seen -> {
                                    seen.pauses = 199;
                                    seen.longest = 0.9;
                                    seen.p99 = 0.2;
                                }))
                .isEmpty();
    }

    /** As of 90 pauses of 300 ms, and ten short ones last. */
    @Test
    void longPausesAreFoundIfTheLastOnesAreShort() {
        Consumer<GcActivities> half =
                seen -> {
                    seen.pauses = 5;
                    seen.p50 = 0.2;
                    seen.p99 = 0.9;
                };
        assertThat(findings(half))
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(Kind.LONG_PAUSES));
        assertThat(kinds(half.andThen(seen -> seen.pauses = 4))).isEmpty();
        assertThat(kinds(half.andThen(seen -> seen.p50 = 0.199))).isEmpty();
    }

    /** One in a hundred is hidden by p99. */
    @Test
    void longPausesAreFoundByTheirNumber() {
        assertThat(longOnes(600, 2, 0.5)).isEmpty();
        assertThat(longOnes(600, 3, 0.5)).containsExactly(Kind.LONG_PAUSES);
        assertThat(longOnes(4 * 3600, 11, 0.9)).isEmpty();
        assertThat(longOnes(4 * 3600, 12, 0.9)).containsExactly(Kind.LONG_PAUSES);
        assertThat(longOnes(4 * 3600, 1, 9)).isEmpty();
        assertThat(longOnes(4 * 3600, 2, 1.4)).isEmpty();
        assertThat(longOnes(4 * 3600, 2, 1.5)).containsExactly(Kind.LONG_PAUSES);
        assertThat(longOnes(4 * 3600, 3, 1)).containsExactly(Kind.LONG_PAUSES);
    }

    private static List<Kind> longOnes(double period, int count, double each) {
        return kinds(
                seen -> {
                    seen.period = period;
                    seen.longOnes = LongPauseTotals.NONE.plus(count, each);
                });
    }

    @Test
    void causeOfTheLongPausesExplainsThem() {
        Consumer<GcActivities> calls =
                seen -> {
                    seen.longOnes = LongPauseTotals.NONE.plus(4, 1.5);
                    seen.wall = 0.04;
                    seen.troubles.put(Trouble.EXPLICIT_GC, new Occurrences(2, 3, 1.5));
                };
        assertThat(kinds(calls)).containsExactly(Kind.EXPLICIT_GC);
        assertThat(kinds(calls.andThen(seen -> seen.longOnes = LongPauseTotals.NONE.plus(5, 1.5))))
                .contains(Kind.LONG_PAUSES);
    }

    @Test
    void unexplainedFullCollectionsAreFound() {
        Consumer<GcActivities> full =
                seen -> {
                    seen.full = 8;
                    seen.fullSeconds = 6;
                };
        assertThat(kinds(full)).containsExactly(Kind.FULL_COLLECTIONS);
        assertThat(kinds(full.andThen(seen -> seen.fullSeconds = 5.9))).isEmpty();
        Consumer<GcActivities> few = seen -> seen.full = 2;
        assertThat(kinds(few.andThen(seen -> seen.fullSeconds = 2.9))).isEmpty();
        assertThat(kinds(few.andThen(seen -> seen.fullSeconds = 3)))
                .containsExactly(Kind.FULL_COLLECTIONS);
        assertThat(
                        kinds(
                                full.andThen(
                                        seen -> {
                                            seen.requestedFull = 8;
                                            seen.requestedSeconds = 6;
                                            seen.troubles.put(
                                                    Trouble.EXPLICIT_GC,
                                                    new Occurrences(8, 6, 0.1));
                                        })))
                .containsExactly(Kind.EXPLICIT_GC);
    }

    /** Serial for an hour: 80 full collections, although 300 of 1024 MiB are live. */
    private static void manyFull(GcActivities seen) {
        seen.collector = "Serial";
        seen.period = 3600;
        seen.wall = 0.12;
        seen.live = 300 * MIB;
        seen.full = 80;
        seen.fullSeconds = 400;
    }

    @Test
    void singleRequestHidesNoFullCollections() {
        for (Trouble trouble : List.of(Trouble.EXPLICIT_GC, Trouble.DIAGNOSTIC_GC)) {
            List<GcFinding> found =
                    findings(
                            seen -> {
                                manyFull(seen);
                                seen.requestedFull = 1;
                                seen.requestedSeconds = 0.25;
                                seen.troubles.put(trouble, new Occurrences(1, 0.25, 0.25));
                            });
            assertThat(found.getFirst().kind()).isEqualTo(Kind.FULL_COLLECTIONS);
            assertThat(found.getFirst().severity()).isEqualTo(Severity.HIGH);
            assertThat(found).hasSize(2);
        }
    }

    @Test
    void allocationRateIsNotBlamedForFullCollections() {
        assertThat(kinds(GcFindingsTest::manyFull)).containsExactly(Kind.FULL_COLLECTIONS);

        List<GcFinding> both =
                findings(
                        seen -> {
                            manyFull(seen);
                            seen.wall = 0.18;
                        });
        assertThat(both)
                .extracting(GcFinding::kind)
                .containsExactly(Kind.FULL_COLLECTIONS, Kind.ALLOCATION_RATE);
        assertThat(both.getLast().conclusion())
                .contains("collections without full ones cost 6.9 % of its time");
    }

    /** Each System.gc() of Parallel is a young and a full pause. */
    @Test
    void youngPausesOfRequestsAreNoFullCollections() {
        Consumer<GcActivities> half =
                seen -> {
                    manyFull(seen);
                    seen.collector = "Parallel";
                    seen.wall = 0.06;
                    seen.full = 18;
                    seen.fullSeconds = 200;
                    seen.requestedFull = 8;
                    seen.requestedSeconds = 90;
                    seen.troubles.put(Trouble.EXPLICIT_GC, new Occurrences(16, 95, 12));
                };
        assertThat(kinds(half)).containsExactly(Kind.FULL_COLLECTIONS, Kind.EXPLICIT_GC);
        Consumer<GcActivities> most =
                seen -> {
                    seen.requestedFull = 16;
                    seen.requestedSeconds = 198;
                };
        assertThat(kinds(half.andThen(most))).doesNotContain(Kind.FULL_COLLECTIONS);
    }

    @Test
    void costliestOfEqualSeverityComesFirst() {
        List<GcFinding> found =
                findings(
                        seen -> {
                            seen.live = seen.max / 2;
                            seen.wall = 0.3;
                            seen.throttled = 0.5;
                            seen.troubles.put(
                                    Trouble.EXPLICIT_GC, new Occurrences(500, 150, Double.NaN));
                            seen.troubles.put(
                                    Trouble.METADATA_THRESHOLD, new Occurrences(3, 0.1, 0.05));
                        });
        assertThat(found)
                .extracting(GcFinding::kind)
                .containsExactly(
                        Kind.HEAP_TOO_SMALL,
                        Kind.CPU_THROTTLING,
                        Kind.EXPLICIT_GC,
                        Kind.METADATA_THRESHOLD);
    }

    @Test
    void verdictProvesItselfWithFigures() {
        GcActivity healthy = new GcActivities().activity();
        GcVerdict no = GcVerdict.of(healthy, GcFindings.of(healthy));
        assertThat(no.answer()).isEqualTo(GcVerdict.Answer.NO);
        assertThat(no.sentence())
                .isEqualTo(
                        "It is not the collector: G1 stopped the program for 0.10 % of 10 min 0 s;"
                                + " 30.0 ms at most; its threads took 2.0 % of the process's CPU"
                                + " time, 0.00 cores.");

        GcActivity explicit = GcActivities.explicit();
        GcVerdict yes = GcVerdict.of(explicit, GcFindings.of(explicit));
        assertThat(yes.answer()).isEqualTo(GcVerdict.Answer.YES);
        assertThat(yes.sentence()).startsWith("It is the collector (System.gc()): ");
    }

    private static GcFinding explicit(Occurrences calls) {
        return findings(seen -> seen.troubles.put(Trouble.EXPLICIT_GC, calls)).getFirst();
    }

    private static List<Kind> trouble(Trouble trouble, Occurrences seen) {
        return kinds(activity -> activity.troubles.put(trouble, seen));
    }

    private static List<Kind> kinds(Consumer<GcActivities> change) {
        return findings(change).stream().map(GcFinding::kind).toList();
    }

    private static List<GcFinding> findings(Consumer<GcActivities> change) {
        GcActivities seen = new GcActivities();
        change.accept(seen);
        return GcFindings.of(seen.activity());
    }
}
