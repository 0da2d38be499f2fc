/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.Total;
import org.junit.jupiter.api.Test;

/** Counts of boxed numbers by class. */
class BoxedNumbersTest {
    @Test
    void countsReachableBoxesByClass() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        DumpClass integer = dump.addClass("java.lang.Integer").field("value", BasicType.INT);
        DumpClass number = dump.addClass("java.lang.Long").field("value", BasicType.LONG);
        DumpClass lookalike = dump.addClass("com.acme.Integer").field("value", BasicType.INT);
        dump.root(RootKind.JNI_GLOBAL, dump.instance(integer))
                .root(RootKind.JNI_GLOBAL, dump.instance(number))
                .root(RootKind.JNI_GLOBAL, dump.instance(number))
                .root(RootKind.JNI_GLOBAL, dump.instance(lookalike));
        dump.instance(integer);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            assertThat(BoxedNumbers.of(marked.heap().classes(), marked.reachable()))
                    .containsExactly(
                            new Total.OfClass("java.lang.Long", new Total(2, 48)),
                            new Total.OfClass("java.lang.Integer", new Total(1, 16)));
        }
    }
}
