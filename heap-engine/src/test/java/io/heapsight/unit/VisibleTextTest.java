/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void controlCharactersAreMadeVisible() {
        assertThat(VisibleText.of("a\u001b[31mb\nc\td\u202ee\u0085f"))
                .isEqualTo("a\\u001b[31mb\\u000ac\\u0009d\\u202ee\\u0085f");
    }

    @Test
    void otherTextIsUnchanged() {
        String text = "com.acme.Größe$注文 😀 \"quoted\" \\u001b";
        assertThat(VisibleText.of(text)).isSameAs(text);
    }

    @Test
    void longTextIsTruncatedAndStaysDistinct() {
        String one = "x".repeat(100_000) + "1";
        String other = "x".repeat(100_000) + "2";
        assertThat(VisibleText.of(one, 200)).hasSize(200).isNotEqualTo(VisibleText.of(other, 200));
        assertThat(VisibleText.of("short", 200)).isEqualTo("short");
    }

    @Test
    void surrogatePairIsNotSplit() {
        String cut = VisibleText.of("😀".repeat(100), 50);
        assertThat(cut.codePoints().filter(c -> c >= 0xd800 && c <= 0xdfff)).isEmpty();
    }
}
