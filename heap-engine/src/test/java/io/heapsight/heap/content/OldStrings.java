/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;

/** Strings in the layouts of older JDKs, for dumps that tests build. */
public final class OldStrings {
    private final DumpBuilder dump;
    private final DumpClass type;

    private OldStrings(DumpBuilder dump, DumpClass type) {
        this.dump = dump;
        this.type = type;
    }

    /** JDK 7 and 8: a char array. */
    public static OldStrings ofJdk8(DumpBuilder dump) {
        DumpClass type = dump.classNamed("java.lang.String");
        return new OldStrings(dump, type.field("hash", BasicType.INT).reference("value"));
    }

    /** JDK 6: a range of a char array. */
    public static OldStrings ofJdk6(DumpBuilder dump) {
        OldStrings strings = ofJdk8(dump);
        strings.type.field("offset", BasicType.INT).field("count", BasicType.INT);
        return strings;
    }

    public long chars(String text) {
        return dump.array(BasicType.CHAR, text.chars().mapToObj(c -> (char) c).toArray());
    }

    /** A string of JDK 7 or 8 with its own array. */
    public long string(String text) {
        return string(chars(text));
    }

    /** A string on an array, with the fields that only JDK 6 has. */
    public long string(long chars, Object... namesAndValues) {
        long string = dump.instance(type, "value", chars);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            dump.set(string, (String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return string;
    }
}
