/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JmcRuleTextsTest {
    @Test
    void listMarksBecomeLinesAndLinksKeepTheirAddress() {
        assertThat(
                        JmcRuleTexts.ofSentence(
                                JmcRuleTexts.ofTemplate(
                                        "It''s <b>so</b>.<p>See <a href=\"https://a.b/c\">the"
                                                + " manual</a>.<ul><li>one</li><li>two</li></ul>")))
                .isEqualTo("It's so.\nSee the manual (https://a.b/c).\none\ntwo");
    }

    @Test
    void targetNamesAreUnchanged() {
        assertThat(JmcRuleTexts.ofTemplate("thrown in A.<init> of <T>"))
                .isEqualTo("thrown in A.<init> of <T>");
        assertThat(JmcRuleTexts.ofSentence("read of &#39;/tmp/&lt;p&gt;&amp;lt;&#39;"))
                .isEqualTo("read of '/tmp/<p>&lt;'");
    }

    @Test
    void longSentenceIsTruncated() {
        assertThat(JmcRuleTexts.ofSentence("x".repeat(100_000))).hasSize(4_001).endsWith("…");
    }
}
