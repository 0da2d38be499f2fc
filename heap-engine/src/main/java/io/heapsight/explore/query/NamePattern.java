/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/**
 * A name in which each * stands for any characters, or none.
 *
 * @param text as it was written
 */
public record NamePattern(String text) {
    /** More make a comparison slow, and nobody writes them. */
    static final int MOST_WILDCARDS = 8;

    /** Whether a name fits: at most as many steps as both are long, multiplied. */
    public boolean matches(String name) {
        int inName = 0;
        int inText = 0;
        int afterWildcard = -1;
        int retryFrom = 0;
        while (inName < name.length()) {
            if (inText < text.length() && text.charAt(inText) == '*') {
                afterWildcard = ++inText;
                retryFrom = inName;
            } else if (inText < text.length() && text.charAt(inText) == name.charAt(inName)) {
                inText++;
                inName++;
            } else if (afterWildcard >= 0) {
                inText = afterWildcard;
                inName = ++retryFrom;
            } else {
                return false;
            }
        }
        while (inText < text.length() && text.charAt(inText) == '*') {
            inText++;
        }
        return inText == text.length();
    }

    long wildcards() {
        return text.chars().filter(each -> each == '*').count();
    }
}
