/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import java.util.regex.Pattern;

/** Converts texts of JDK Mission Control's rules, which contain some HTML, to plain text. */
final class JmcRuleTexts {
    private static final int LONGEST = 4_000;

    private static final Pattern LINK =
            Pattern.compile("<a\\s[^>]{0,50}href=\"([^\"<>]{0,500})\"[^>]{0,50}>([^<]{0,500})</a>");

    /** Known tags only, because {@code <init>} is the name of a method. */
    private static final Pattern BREAK = Pattern.compile("</?(?:p|ul|li|br)\\s?/?>");

    private static final Pattern MARK = Pattern.compile("</?(?:b|i|em|strong|a)>");
    private static final Pattern LINES = Pattern.compile("\\s*\\R\\s*");

    private JmcRuleTexts() {}

    /** Converts a sentence before names of the target are inserted. */
    static String ofTemplate(String html) {
        String text = LINK.matcher(html).replaceAll("$2 ($1)");
        text = BREAK.matcher(text).replaceAll("\n");
        return MARK.matcher(text).replaceAll("").replace("''", "'");
    }

    /** Converts a sentence with inserted names: some rules encode them for HTML, others don't. */
    static String ofSentence(String sentence) {
        String text =
                sentence.length() <= LONGEST ? sentence : sentence.substring(0, LONGEST) + "…";
        text =
                text.replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&#34;", "\"")
                        .replace("&#39;", "'")
                        .replace("&amp;", "&");
        return LINES.matcher(text.strip()).replaceAll("\n");
    }
}
