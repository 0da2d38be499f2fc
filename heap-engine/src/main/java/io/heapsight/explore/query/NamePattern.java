/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

/**
 * A pattern for names in which each * matches any number of characters.
 *
 * @param text the pattern as written
 */
public record NamePattern(String text) {
    /** The maximum number of *, which bounds the time of a comparison. */
    static final int MOST_WILDCARDS = 8;

    /** Whether a name matches, in at most (length of the pattern × length of the name) steps. */
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
