/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.HprofBytes;
import org.jspecify.annotations.Nullable;

/** The names of classes and fields by which the redaction finds the texts that stay readable. */
enum JdkSymbol {
    THREAD("java/lang/Thread"),
    NAME("name"),
    STRING("java/lang/String"),
    VALUE("value"),
    /** The class with the JDK's version, which determines the layout of objects. */
    VERSION_PROPS("java/lang/VersionProps"),
    VERSION_PROPS_OF_8("sun/misc/Version"),
    JAVA_VERSION("java_version"),
    JAVA_RUNTIME_VERSION("java_runtime_version"),
    VENDOR("VENDOR");

    private static final JdkSymbol[] ALL = values();

    private final String text;

    JdkSymbol(String text) {
        this.text = text;
    }

    /** Returns the name at a position of the dump; null for any other text. */
    static @Nullable JdkSymbol at(HprofBytes bytes, long position, long length) {
        for (JdkSymbol word : ALL) {
            if (word.text.length() == length && word.isAt(bytes, position)) {
                return word;
            }
        }
        return null;
    }

    private boolean isAt(HprofBytes bytes, long position) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes.u1(position + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
