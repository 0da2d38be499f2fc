/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextWrapperTest {
    @Test
    void keyStaysBesideItsValue() {
        assertThat(wrapped("  - ", "the limit is memory: 512Mi", 24))
                .isEqualTo("  - the limit is\n    memory: 512Mi\n");
    }

    @Test
    void valueThatFillsALineStartsOne() {
        assertThat(wrapped("  ", "held by this chain: java.util.TreeMap$Entry", 26))
                .isEqualTo("  held by this chain:\n  java.util.TreeMap$Entry\n");
    }

    @Test
    void wordIsNeverSplit() {
        assertThat(wrapped("", "at java.util.TreeMap$Entry.right now", 10))
                .isEqualTo("at\njava.util.TreeMap$Entry.right\nnow\n");
    }

    private static String wrapped(String prefix, String text, int width) {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, prefix, text, width);
        return out.toString();
    }
}
