/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents of strings in the layouts of JDK 6, 8 and 9 and later. */
class DumpedTextTest {
    private static final int MOST = 20;

    private final DumpBuilder dump = new DumpBuilder();

    private Optional<String> textAt(long address) throws BudgetExceededException {
        dump.root(RootKind.JNI_GLOBAL, address);
        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            return new DumpedText(marked.heap()).at(address, MOST);
        }
    }

    @Test
    void readsLatin1() throws BudgetExceededException {
        assertThat(textAt(dump.string("Käse"))).contains("Käse");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void readsUtf16InTheByteOrderOfTheDumpedMachine(String order) throws BudgetExceededException {
        boolean little = order.equals(ByteOrder.LITTLE_ENDIAN.toString());
        dump.addClass("java.lang.StringUTF16")
                .staticField("HI_BYTE_SHIFT", BasicType.INT, little ? 0 : 8);
        long string = dump.string("");
        byte[] bytes =
                "€uro".getBytes(little ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE);
        Object[] elements = new Object[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            elements[i] = bytes[i];
        }
        dump.set(string, "value", dump.array(BasicType.BYTE, elements)).set(string, "coder", 1);

        assertThat(textAt(string)).contains("€uro");
    }

    @Test
    void readsCharsOfJdk8() throws BudgetExceededException {
        assertThat(textAt(OldStrings.ofJdk8(dump).string("€uro"))).contains("€uro");
    }

    @Test
    void readsSubrangeOfJdk6Array() throws BudgetExceededException {
        OldStrings strings = OldStrings.ofJdk6(dump);
        long string = strings.string(strings.chars("one, two"), "offset", 5, "count", 3);

        assertThat(textAt(string)).contains("two");
    }

    @Test
    void ignoresSubrangeBeyondTheArray() throws BudgetExceededException {
        OldStrings strings = OldStrings.ofJdk6(dump);
        long string = strings.string(strings.chars("one"), "offset", 2, "count", Integer.MAX_VALUE);

        assertThat(textAt(string)).isEmpty();
    }

    @Test
    void readsCharArrayWithoutString() throws BudgetExceededException {
        assertThat(textAt(OldStrings.ofJdk8(dump).chars("main"))).contains("main");
    }

    @Test
    void escapesControlCharacters() throws BudgetExceededException {
        assertThat(textAt(dump.string("a\r\n\t\u001b[31m\u0000")))
                .contains("a\\r\\n\\t\\u001b[31m\\u0000");
    }

    @Test
    void truncatesLongText() throws BudgetExceededException {
        assertThat(textAt(dump.string("x".repeat(MOST + 1)))).contains("x".repeat(MOST) + "…");
    }

    @Test
    void isEmptyForOtherObjects() throws BudgetExceededException {
        DumpClass node = dump.addClass("Node");
        dump.string("there is a string class");

        assertThat(textAt(dump.instance(node))).isEmpty();
        assertThat(textAt(dump.zeroes(BasicType.INT, 3))).isEmpty();
        assertThat(textAt(0x1234)).isEmpty();
    }
}
