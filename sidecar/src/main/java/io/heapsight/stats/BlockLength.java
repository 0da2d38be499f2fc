/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * Chooses the mean block length of a stationary bootstrap from the autocorrelation of a series.
 * Uses the rule of Politis and White with Patton's correction.
 *
 * @see <a href="https://doi.org/10.1080/07474930802459016">Patton, Politis, White: Correction to
 *     "Automatic block-length selection for the dependent bootstrap"</a>
 */
final class BlockLength {
    private static final int LEAST_LAGS = 5;
    private static final int LEAST_SERIES = 4;

    private BlockLength() {}

    /** Returns at least 1, and at most 3√n or n/3; 1 for a constant series. */
    static double of(double[] series) {
        int n = series.length;
        if (n < LEAST_SERIES) {
            return 1;
        }
        double mean = 0;
        for (double value : series) {
            mean += value / n;
        }
        int lags = Math.max(LEAST_LAGS, (int) Math.ceil(Math.sqrt(Math.log10(n))));
        int mostLags = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + lags);
        double[] covariance = new double[mostLags + 1];
        for (int lag = 0; lag <= mostLags; lag++) {
            covariance[lag] = covariance(series, mean, lag);
        }
        if (!(covariance[0] > 0)) {
            return 1;
        }
        int window = Math.min(mostLags, 2 * Math.max(1, memory(covariance, n, lags)));
        double longRun = covariance[0];
        double slope = 0;
        for (int lag = 1; lag <= window; lag++) {
            double share = (double) lag / window;
            double weight = share <= 0.5 ? 1 : 2 * (1 - share);
            longRun += 2 * weight * covariance[lag];
            slope += 2 * weight * lag * covariance[lag];
        }
        double most = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
        double length = Math.cbrt(slope * slope / (longRun * longRun) * n);
        return Double.isNaN(length) ? 1 : Math.max(1, Math.min(most, length));
    }

    private static double covariance(double[] series, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < series.length; i++) {
            sum += (series[i] - mean) * (series[i - lag] - mean);
        }
        return sum / series.length;
    }

    /** Returns the lag after which several consecutive correlations are noise. */
    private static int memory(double[] covariance, int n, int lags) {
        double noise = 2 * Math.sqrt(Math.log10(n) / n);
        int quiet = 0;
        for (int lag = 1; lag < covariance.length; lag++) {
            quiet = Math.abs(covariance[lag]) < noise * covariance[0] ? quiet + 1 : 0;
            if (quiet == lags) {
                return lag - lags;
            }
        }
        return covariance.length - 1;
    }
}
