/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.List;

/**
 * One stack of a profile, with its samples. Never compared: its arrays are read only.
 *
 * @param frames outermost first, methods as "com.acme.Order.total"
 * @param kinds of the frames, as async-profiler numbers them
 * @param weights in the profile's unit, by block of time
 * @param samples number of samples
 * @param squares sum of the squared weights of its samples
 */
@SuppressWarnings("ArrayRecordComponent")
public record SampledStack(
        List<String> frames, byte[] kinds, long[] weights, long samples, double squares) {
    /** Weight in the profile's unit. */
    public long weight() {
        long sum = 0;
        for (long each : weights) {
            sum += each;
        }
        return sum;
    }
}
