/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * Computes the effective sample size of an autocorrelated series: the number of independent samples
 * with the same standard error of the mean. Assumes a first-order autoregression.
 *
 * @param independent number of independent samples
 * @param errorOfMean standard error of the mean
 * @see <a href="https://doi.org/10.1093/biomet/41.3-4.403">Kendall: Note on bias in the estimation
 *     of autocorrelation</a>
 */
record EffectiveSampleSize(double independent, double errorOfMean) {
    private static final double MOST = 0.99;

    static EffectiveSampleSize of(double[] series) {
        return of(series, 1);
    }

    /**
     * Computes the effective sample size of residuals.
     *
     * @param parameters number of regression parameters including the mean; each absorbs some
     *     autocorrelation
     */
    static EffectiveSampleSize of(double[] series, int parameters) {
        int n = series.length;
        Moments moments = new Moments();
        for (double value : series) {
            moments.add(value);
        }
        double products = 0;
        for (int i = 1; i < n; i++) {
            products += (series[i] - moments.mean()) * (series[i - 1] - moments.mean());
        }
        if (n < 2 || !(moments.squares() > 0)) {
            return new EffectiveSampleSize(n, 0);
        }
        double seen = products / moments.squares();
        double correlation =
                Math.max(0, Math.min(MOST, seen + (parameters + (parameters + 2) * seen) / n));
        double independent = Math.max(1, n * (1 - correlation) / (1 + correlation));
        // A short series varies less than the process, because its mean follows it.
        double variance = moments.squares() / n / Math.max(1.0 / n, 1 - 1 / independent);
        return new EffectiveSampleSize(independent, Math.sqrt(variance / independent));
    }
}
