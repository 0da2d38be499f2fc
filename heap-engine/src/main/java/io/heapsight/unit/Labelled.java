/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An enum whose constants have a label in documents, metrics and commands. */
public interface Labelled {
    /** The constant's name in Java. */
    String name();

    /** The label: {@code no-evidence} for {@code NO_EVIDENCE}. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant with that label, which may be untrusted. */
    static <E extends Labelled> Optional<E> find(E[] all, String label) {
        return Arrays.stream(all).filter(each -> each.label().equals(label)).findFirst();
    }
}
