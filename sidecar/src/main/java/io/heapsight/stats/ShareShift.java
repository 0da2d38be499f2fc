/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Estimates the change of a share of samples, such as one method's share of a profile, between two
 * series of time blocks. Simultaneous samples are dependent, so the unit of variation is the block.
 * The error is that of a ratio of block sums, enlarged for the autocorrelation of blocks, and at
 * least that of independent samples.
 *
 * @param base share, 0 to 1
 * @param candidate share, 0 to 1
 * @param error standard error of their difference
 * @param freedom degrees of freedom of that error
 */
public record ShareShift(double base, double candidate, double error, double freedom) {
    /**
     * One series.
     *
     * @param part weight of the samples in question, by block
     * @param whole weight of all samples, by block
     * @param independent equivalent number of independent samples of equal weight
     * @param mostBlocks upper bound of the equivalent number of independent blocks, by the
     *     autocorrelation of other parts of the profile
     */
    @SuppressWarnings("ArrayRecordComponent") // read only
    public record Series(double[] part, double[] whole, double independent, double mostBlocks) {
        public double share() {
            double all = sum(whole);
            return all > 0 ? sum(part) / all : 0;
        }

        /** Returns the equivalent number of independent blocks, by its own autocorrelation. */
        public double independentBlocks() {
            return EffectiveSampleSize.of(residues()).independent();
        }

        /** Returns the excess of the part over its share, by block. */
        private double[] residues() {
            double share = share();
            double[] residues = new double[part.length];
            for (int i = 0; i < residues.length; i++) {
                residues[i] = part[i] - share * whole[i];
            }
            return residues;
        }
    }

    private record Spread(double variance, double freedom) {}

    /** Compares two series; with fewer than two blocks, the error is unknown. */
    public static ShareShift between(Series base, Series candidate) {
        double samples = base.independent() + candidate.independent();
        double pooled =
                samples > 0
                        ? (base.share() * base.independent()
                                        + candidate.share() * candidate.independent())
                                / samples
                        : 0;
        Spread one = spread(base, pooled);
        Spread other = spread(candidate, pooled);
        double variance = one.variance() + other.variance();
        double freedom =
                variance > 0 && Double.isFinite(variance)
                        ? Satterthwaite.freedom(
                                one.variance(), one.freedom(), other.variance(), other.freedom())
                        : 1;
        return new ShareShift(base.share(), candidate.share(), Math.sqrt(variance), freedom);
    }

    private static Spread spread(Series series, double pooled) {
        double[] part = series.part();
        double all = sum(series.whole());
        if (part.length < 2 || !(all > 0)) {
            return new Spread(Double.POSITIVE_INFINITY, 1);
        }
        double blocks = Math.clamp(series.independentBlocks(), 1, Math.max(1, series.mostBlocks()));
        double squares = 0;
        for (double each : series.residues()) {
            squares += each * each;
        }
        // A short series varies less than the process, because its mean follows it.
        double variance =
                squares / part.length / Math.max(1.0 / part.length, 1 - 1 / blocks) / blocks;
        double error = part.length * Math.sqrt(variance) / all;
        double least = pooled * (1 - pooled) / Math.max(1, series.independent());
        return new Spread(Math.max(error * error, least), Math.max(1, blocks - 1));
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /** Returns candidate minus base, with its confidence interval. */
    public Estimate estimate(double level) {
        double value = candidate - base;
        double reach =
                Double.isFinite(error)
                        ? TDistribution.of(freedom).inverseSurvivalProbability((1 - level) / 2)
                                * error
                        : Double.POSITIVE_INFINITY;
        return new Estimate(value, value - reach, value + reach, level);
    }

    /** Returns the probability of such a difference, or a larger one, by chance. */
    public double p() {
        if (candidate == base || !Double.isFinite(error)) {
            return 1;
        }
        double t = Math.abs(candidate - base) / error;
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t));
    }
}
