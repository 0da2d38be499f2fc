/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Joins the series of pods that replace each other under one name, as in a StatefulSet. The new pod
 * has another address, but the same job, container and port. Endpoints that are scraped at the same
 * time keep separate series.
 *
 * @param overlap number of steps for which the last value of an ended series may repeat
 */
record SuccessiveInstances(int overlap) {
    /** A series with the steps of its first and last known value. */
    private record Life(PodSeries<double[]> series, int first, int last) {
        static Life of(PodSeries<double[]> series) {
            double[] values = series.value();
            int first = 0;
            while (first < values.length && Double.isNaN(values[first])) {
                first++;
            }
            int last = values.length - 1;
            while (last > first && Double.isNaN(values[last])) {
                last--;
            }
            return new Life(series, first, last);
        }

        /**
         * Returns the joined series: from the start of the next series on, the values of the next
         * series.
         */
        Life then(Life next) {
            double[] values = series.value().clone();
            double[] later = next.series.value();
            System.arraycopy(later, next.first, values, next.first, values.length - next.first);
            PodSeries<double[]> latest = next.series;
            return new Life(
                    new PodSeries<>(latest.pod(), latest.container(), latest.endpoint(), values),
                    first,
                    next.last);
        }
    }

    /** Returns the series, successive ones joined. */
    List<PodSeries<double[]>> joined(List<PodSeries<double[]>> found) {
        Map<String, List<Life>> alike = new TreeMap<>();
        for (PodSeries<double[]> each : found) {
            alike.computeIfAbsent(key(each), _ -> new ArrayList<>()).add(Life.of(each));
        }
        List<PodSeries<double[]>> joined = new ArrayList<>();
        alike.values().forEach(lives -> joined.addAll(chain(lives)));
        return joined;
    }

    private List<PodSeries<double[]>> chain(List<Life> lives) {
        lives.sort(Comparator.comparingInt(Life::first).thenComparingInt(Life::last));
        List<Life> chain = new ArrayList<>();
        for (Life next : lives) {
            boolean follows = !chain.isEmpty() && chain.getLast().last() - next.first() < overlap;
            chain.add(follows ? chain.removeLast().then(next) : next);
        }
        return chain.stream().map(Life::series).toList();
    }

    /** Returns cluster, pod, job, container and port. */
    private static String key(PodSeries<?> series) {
        String endpoint = series.endpoint();
        int instance = endpoint.lastIndexOf('\n') + 1;
        int port = Math.max(instance, endpoint.lastIndexOf(':'));
        return String.join(
                "\n",
                Arrays.asList(
                        series.pod().cluster(),
                        series.pod().namespace(),
                        series.pod().name(),
                        endpoint.substring(0, instance),
                        endpoint.substring(port)));
    }
}
