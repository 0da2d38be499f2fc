/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The names of figures in a query. */
final class Figures {
    static final String NAMES =
            Arrays.stream(Figure.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));

    private Figures() {}

    static Optional<Figure> of(Token token) {
        return Arrays.stream(Figure.values()).filter(each -> token.is(each.name())).findFirst();
    }
}
