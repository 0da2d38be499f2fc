/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HotSpotClassNameTest {
    @ParameterizedTest
    @CsvSource({
        "java.lang.String, java.lang.String",
        "byte[], [B",
        "boolean[][], [[Z",
        "java.lang.Object[], [Ljava.lang.Object;",
        "com.acme.Shop$Line[][], [[Lcom.acme.Shop$Line;",
        "com.acme.Shop$$Lambda+0x00007f3a0c001000, com.acme.Shop$$Lambda/0x00007f3a0c001000",
    })
    void spellsAsAHistogramDoes(String inSummary, String inHistogram) {
        assertThat(HotSpotClassName.of(inSummary)).isEqualTo(inHistogram);
    }
}
