/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.unit.ByteSize;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the literals of a query: numbers, addresses, null and booleans. */
final class LiteralParser {
    static final String NUMBER = "a number, such as 1000 or 4m";
    static final String FIELD_VALUE = "a number, an address (0x…), 'null', 'true' or 'false'";

    private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,30}\\.\\d{1,30}");
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{1,16}");
    private static final int HEX = 16;
    private static final int LONGEST = 32;

    private LiteralParser() {}

    /** A whole number; numbers of bytes may have the suffixes of {@link ByteSize}. */
    static Optional<Long> whole(Token token) {
        String text = token.text();
        if (token.kind() != Token.Kind.WORD || text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return sized(text);
        }
    }

    private static Optional<Long> sized(String text) {
        boolean isNegative = text.startsWith("-");
        try {
            long bytes = ByteSize.parse(isNegative ? text.substring(1) : text).bytes();
            return Optional.of(isNegative ? -bytes : bytes);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** An address: 0x and hexadecimal digits. */
    static Optional<Long> address(Token token) {
        String text = token.text().length() > LONGEST ? "" : token.text().toLowerCase(Locale.ROOT);
        return token.kind() == Token.Kind.WORD && ADDRESS.matcher(text).matches()
                ? Optional.of(Long.parseUnsignedLong(text.substring(2), HEX))
                : Optional.empty();
    }

    /** The value with which a field is compared. */
    static Optional<QueryLiteral> fieldValue(Token token) {
        if (token.is("null")) {
            return Optional.of(new QueryLiteral.Null());
        }
        if (token.is("true") || token.is("false")) {
            return Optional.of(new QueryLiteral.Flag(token.is("true")));
        }
        Optional<Long> address = address(token);
        if (address.isPresent()) {
            return Optional.of(new QueryLiteral.Address(address.get()));
        }
        if (token.kind() == Token.Kind.WORD && DECIMAL.matcher(token.text()).matches()) {
            return Optional.of(new QueryLiteral.Decimal(Double.parseDouble(token.text())));
        }
        return whole(token).map(QueryLiteral.Whole::new);
    }
}
