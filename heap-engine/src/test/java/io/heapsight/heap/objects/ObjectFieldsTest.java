/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import org.junit.jupiter.api.Test;

/** Fields by class and name, in records that hold a class's own fields before inherited ones. */
class ObjectFieldsTest {
    @Test
    void distinguishesFieldsOfOneNameByDeclaringClass() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        DumpClass base = dump.addClass("Base").field("id", BasicType.INT);
        DumpClass sub = dump.addClass("Sub", base).field("wide", BasicType.LONG);
        DumpClass last = dump.addClass("Last", sub).field("id", BasicType.SHORT);
        long object = dump.instance(last, "wide", 0x1_0000_0002L);
        dump.root(RootKind.JNI_GLOBAL, object);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            DumpedHeap heap = marked.heap();
            HeapClass type = marked.classNamed("Last");

            assertThat(heap.classes().fieldOffset(type, "Last", "id", BasicType.SHORT)).isZero();
            assertThat(heap.classes().fieldOffset(type, "Sub", "wide", BasicType.LONG))
                    .isEqualTo(2);
            assertThat(heap.classes().fieldOffset(type, "Base", "id", BasicType.INT)).isEqualTo(10);
            assertThat(heap.classes().fieldOffset(type, "Sub", "id", BasicType.INT))
                    .isEqualTo(HeapClasses.ABSENT);
            ObjectFields fields = new ObjectFields(heap);
            assertThat(fields.open(object)).isTrue();
            assertThat(fields.longAt(2)).isEqualTo(0x1_0000_0002L);
            assertThat(fields.type()).isEqualTo(type);
        }
    }

    @Test
    void readsAbsentFieldsAndFieldsBeyondTheRecordAsZero() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        long object = dump.instance(dump.addClass("Node").field("id", BasicType.INT), "id", -1);
        long array = dump.zeroes(BasicType.LONG, 4);
        dump.root(RootKind.JNI_GLOBAL, object).root(RootKind.JNI_GLOBAL, array);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            ObjectFields fields = new ObjectFields(marked.heap());

            assertThat(fields.open(object)).isTrue();
            assertThat(fields.intAt(0)).isEqualTo(-1);
            assertThat(fields.intAt(1)).isZero();
            assertThat(fields.longAt(0)).isZero();
            assertThat(fields.referenceAt(HeapClasses.ABSENT)).isZero();
            assertThat(fields.reference("Node", "id")).isZero();
            assertThat(fields.flag("Node", "id")).isNull();
            assertThat(fields.open(array)).isFalse();
            assertThat(fields.longAt(0)).isZero();
            assertThat(fields.open(0)).isFalse();
            assertThat(fields.open(object + 8)).isFalse();
        }
    }

    @Test
    void readsStaticFields() throws BudgetExceededException {
        DumpBuilder dump = new DumpBuilder();
        dump.addClass("Config")
                .staticField("LIMIT", BasicType.LONG, 17L)
                .staticReference("SELF", 0x1234);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            HeapClasses classes = marked.heap().classes();
            HeapClass config = marked.classNamed("Config");

            assertThat(ObjectFields.staticReference(classes, config, "SELF")).isEqualTo(0x1234);
            assertThat(ObjectFields.staticReference(classes, config, "LIMIT")).isZero();
            assertThat(ObjectFields.staticValue(classes, config, "LIMIT", BasicType.LONG))
                    .contains(17L);
        }
    }
}
