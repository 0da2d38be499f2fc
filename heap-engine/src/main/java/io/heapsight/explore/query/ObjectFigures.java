/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The names of figures in a query. */
final class ObjectFigures {
    static final String NAMES =
            Arrays.stream(ObjectFigure.values())
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));

    private ObjectFigures() {}

    static Optional<ObjectFigure> of(Token token) {
        return Arrays.stream(ObjectFigure.values())
                .filter(each -> token.is(each.name()))
                .findFirst();
    }
}
