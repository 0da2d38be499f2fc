/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import java.util.regex.Pattern;

/** Names of generated classes, without the part that differs between them. */
final class GeneratedNames {
    private static final Pattern NUMBER =
            Pattern.compile(
                    "(\\+0x|/0x)[0-9a-f]+|(?<=\\$\\$)[0-9a-f]+(?=$|_)"
                            + "|[0-9a-fx]{12,}|[0-9a-f]{7,}|[0-9]+");

    private GeneratedNames() {}

    /** "Script#" for Script17; the name itself if it has no number. */
    static String pattern(String className) {
        return className.chars().anyMatch(Character::isDigit)
                ? NUMBER.matcher(className).replaceAll("#")
                : className;
    }
}
