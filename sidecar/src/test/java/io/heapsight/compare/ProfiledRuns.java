/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import io.heapsight.run.Run;
import io.heapsight.run.RunProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Runs with the profile of a synthetic program. */
public final class ProfiledRuns {
    private static final int BLOCKS = 20;
    private static final int SECONDS = 30;
    private static final double SAMPLES_PER_SECOND = 100;

    private ProfiledRuns() {}

    /**
     * A program whose methods Work0, Work1, … are called by a few Parts, these by run, and that by
     * main. Each method's CPU time is autoregressive over time, and differs from run to run.
     *
     * @param cores of each method
     * @param memory correlation of a block of time with the one before
     * @param wobble standard deviation of the logarithm of a method's time within a run
     * @param between standard deviation from run to run; half of it is the load, common to all
     *     methods
     * @param engine of its profiles
     */
    @SuppressWarnings("ArrayRecordComponent") // read only
    record Program(double[] cores, double memory, double wobble, double between, String engine) {
        Program(double[] cores, double memory, double wobble, double between) {
            this(cores, memory, wobble, between, "ctimer");
        }

        static Program usual(double memory, double wobble, double between) {
            double[] cores = new double[40];
            for (int i = 0; i < cores.length; i++) {
                cores[i] = 0.3 / (i + 1);
            }
            return new Program(cores, memory, wobble, between);
        }

        /** The same program with a slower method. */
        Program with(int method, double more) {
            double[] changed = cores.clone();
            changed[method] += more;
            return new Program(changed, memory, wobble, between, engine);
        }

        /** The same program, sampled otherwise. */
        Program by(String otherEngine) {
            return new Program(cores, memory, wobble, between, otherEngine);
        }

        RunProfile profile(SplittableRandom random) {
            long[][] counts = new long[cores.length][BLOCKS];
            double load = 0.5 * between * random.nextGaussian();
            for (int i = 0; i < cores.length; i++) {
                double ofRun = load + between * random.nextGaussian();
                double state = random.nextGaussian();
                for (int block = 0; block < BLOCKS; block++) {
                    state = memory * state + Math.sqrt(1 - memory * memory) * random.nextGaussian();
                    double rate = cores[i] * Math.exp(ofRun + wobble * state);
                    counts[i][block] =
                            poisson(rate * SAMPLES_PER_SECOND * SECONDS / BLOCKS, random);
                }
            }
            return profile(counts);
        }

        private RunProfile profile(long[][] counts) {
            long[] all = new long[BLOCKS];
            long[][] parts = new long[7][BLOCKS];
            List<ProfileFrames.Frame> works = new ArrayList<>();
            for (int i = 0; i < counts.length; i++) {
                for (int block = 0; block < BLOCKS; block++) {
                    all[block] += counts[i][block];
                    parts[i % parts.length][block] += counts[i][block];
                }
                works.add(new ProfileFrames.Frame("Work" + i, counts[i], counts[i]));
            }
            List<ProfileFrames.Frame> frames = new ArrayList<>();
            frames.add(new ProfileFrames.Frame("Main.main", new long[BLOCKS], all));
            frames.add(new ProfileFrames.Frame("Main.run", new long[BLOCKS], all));
            for (int i = 0; i < parts.length; i++) {
                frames.add(new ProfileFrames.Frame("Part" + i, new long[BLOCKS], parts[i]));
                frames.add(new ProfileFrames.Frame("Part" + i + ".do", new long[BLOCKS], parts[i]));
            }
            frames.addAll(works);
            long samples = 0;
            for (long each : all) {
                samples += each;
            }
            return made(new ProfileFrames(ProfileEvent.CPU, engine, samples, all, frames, 0));
        }

        private static long poisson(double mean, SplittableRandom random) {
            double least = Math.exp(-mean);
            long count = 0;
            for (double product = random.nextDouble(); product > least; count++) {
                product *= random.nextDouble();
            }
            return count;
        }
    }

    private static RunProfile made(ProfileFrames frames) {
        return new RunProfile(ExportJob.START, SECONDS, "", frames);
    }

    /** The same run with a profile of three methods; the time of one of them varies. */
    public static Run with(Run run, String method, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] all = new long[BLOCKS];
        long[] usual = new long[BLOCKS];
        long[] caller = new long[BLOCKS];
        long[] calling = new long[BLOCKS];
        long[] called = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            usual[i] = random.nextInt(100, 120);
            called[i] = run.name().arm().length() * 5L + random.nextInt(20);
            caller[i] = random.nextInt(5, 9);
            calling[i] = caller[i] + called[i];
            all[i] = usual[i] + calling[i];
        }
        ProfileFrames frames =
                new ProfileFrames(
                        ProfileEvent.CPU,
                        "ctimer",
                        BLOCKS,
                        all,
                        List.of(
                                new ProfileFrames.Frame("Main.main", usual, all),
                                new ProfileFrames.Frame("Main.run", caller, calling),
                                new ProfileFrames.Frame(method, called, called)),
                        0);
        return run.with(run.samples(), Optional.of(made(frames)));
    }
}
