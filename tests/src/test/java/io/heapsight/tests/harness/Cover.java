/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The part of a matrix that runs after each change: a row has the oldest JDK, the newest, and
 * alternately one of those between. With {@code -Pfull}, as every night, all of it runs.
 */
public final class Cover {
    private static final boolean FULL = Boolean.getBoolean("heapsight.full");

    private Cover() {}

    /** Whether all of a matrix runs. */
    public static boolean isFull() {
        return FULL;
    }

    /** The JDKs of a row. */
    public static List<Jdk> jdks(int row) {
        return of(row, List.of(Jdk.values()));
    }

    /** The JDKs of a row that have long-term support. */
    static List<Jdk> longTermJdks(int row) {
        return of(row, Jdk.longTerm());
    }

    /** Each collector is a row, with the JDKs that have it: for {@code @MethodSource}. */
    public static Stream<Arguments> jdksWith(Collector... collectors) {
        return IntStream.range(0, collectors.length)
                .boxed()
                .flatMap(
                        row ->
                                of(row, having(collectors[row])).stream()
                                        .map(jdk -> Arguments.of(jdk, collectors[row])));
    }

    private static List<Jdk> having(Collector collector) {
        return Stream.of(Jdk.values()).filter(jdk -> jdk.collectors().contains(collector)).toList();
    }

    private static List<Jdk> of(int row, List<Jdk> jdks) {
        int between = jdks.size() - 2;
        return FULL || between < 2
                ? jdks
                : List.of(jdks.getFirst(), jdks.get(1 + row % between), jdks.getLast());
    }
}
