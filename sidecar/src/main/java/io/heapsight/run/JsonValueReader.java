/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.VisibleText;
import java.io.CharConversionException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * Reads the values of a JSON document in order, with the expected type of each. Faults become a
 * {@link RunFormatException} with the position.
 */
final class JsonValueReader {
    /** Reads a part of the document. */
    @FunctionalInterface
    interface Part {
        void read() throws IOException;
    }

    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private static final int MOST_QUOTED = 64;

    /** Larger than any heap, and small enough that the sum over all classes does not overflow. */
    private static final long MOST_IN_HEAP = 1L << 45;

    private final JsonParser parser;
    private final String source;

    /**
     * @param source prefix of positions, if there are several documents: "line 4"
     */
    JsonValueReader(JsonParser parser, String source) {
        this.parser = parser;
        this.source = source;
    }

    /** Reads a part, and adds the position to failures. */
    void reading(Part part) throws IOException {
        try {
            part.read();
        } catch (JsonProcessingException | CharConversionException e) {
            throw because(wrong(IoReason.why(e)), e);
        } catch (IllegalArgumentException e) {
            throw because(wrong(String.valueOf(e.getMessage())), e);
        }
    }

    RunFormatException wrong(String reason) {
        String path = parser.getParsingContext().pathAsPointer().toString();
        var location = parser.currentLocation();
        String place =
                source.isEmpty()
                        ? "(line %d, column %d)"
                                .formatted(location.getLineNr(), location.getColumnNr())
                        : "(%s, column %d)".formatted(source, location.getColumnNr());
        return new RunFormatException(
                reason, "at " + (path.isEmpty() ? "the top" : path) + " " + place);
    }

    /** Returns the name of the current field. */
    String name() throws IOException {
        return parser.currentName();
    }

    void next(JsonToken wanted, String what) throws IOException {
        JsonToken token = parser.nextToken();
        if (token != wanted) {
            throw token == null ? wrong("it ends in the middle") : wrong("not " + what);
        }
    }

    void startObject() throws IOException {
        next(JsonToken.START_OBJECT, "an object");
    }

    void startArray() throws IOException {
        next(JsonToken.START_ARRAY, "an array");
    }

    /** Moves to the next field of an object; false at its end. */
    boolean nextField() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw wrong("it ends in the middle");
        }
        return token == JsonToken.FIELD_NAME;
    }

    /** Moves to the next element of an array; false at its end. */
    boolean nextElement(JsonToken wanted, String what) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_ARRAY) {
            return false;
        }
        if (token != wanted) {
            throw token == null ? wrong("it ends in the middle") : wrong("not " + what);
        }
        return true;
    }

    String text() throws IOException {
        next(JsonToken.VALUE_STRING, "a text");
        return parser.getText();
    }

    /** Reads a time with a year of four digits, since differences of others overflow. */
    Instant time() throws IOException {
        String text = text();
        try {
            Instant time = Instant.parse(text);
            if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
                return time;
            }
        } catch (DateTimeException e) {
            throw because(
                    wrong(
                            "\"%s\" is not a time such as 2026-11-22T03:00:00Z"
                                    .formatted(VisibleText.of(text, MOST_QUOTED))),
                    e);
        }
        throw wrong("a time out of range");
    }

    /** Reads a time in milliseconds since 1970. */
    long epochMillis() throws IOException {
        return integer(EARLIEST.toEpochMilli(), LATEST.toEpochMilli());
    }

    /** Reads a number of bytes or objects in a heap. */
    long inHeap() throws IOException {
        return integer(0, MOST_IN_HEAP);
    }

    /** Reads a whole number within bounds. */
    long integer(long least, long most) throws IOException {
        nextToken();
        return currentInteger(least, most);
    }

    /** Returns the current whole number, within bounds. */
    long currentInteger(long least, long most) throws IOException {
        long number = currentInteger();
        if (number < least || number > most) {
            throw wrong("not from %d to %d".formatted(least, most));
        }
        return number;
    }

    /** Reads a whole number in any notation: 7, 7.0 and 7e0 are equal in JSON. */
    long integer() throws IOException {
        nextToken();
        return currentInteger();
    }

    private long currentInteger() throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw wrong("not a number");
        }
        try {
            return parser.getDecimalValue().longValueExact();
        } catch (ArithmeticException e) {
            throw because(wrong("not a whole number of 64 bits"), e);
        }
    }

    double number() throws IOException {
        parser.nextToken();
        return currentNumber();
    }

    /** Returns the current number. */
    double currentNumber() throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null || !token.isNumeric()) {
            throw wrong("not a number");
        }
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw wrong("a number out of range");
        }
        return value;
    }

    /** Moves to the next token. */
    JsonToken nextToken() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw wrong("it ends in the middle");
        }
        return token;
    }

    void texts(List<String> to, int most) throws IOException {
        startArray();
        while (nextElement(JsonToken.VALUE_STRING, "a text")) {
            if (to.size() == most) {
                throw wrong("more than " + most);
            }
            to.add(parser.getText());
        }
    }

    /** Skips the value of the current field. */
    void skip() throws IOException {
        nextToken();
        parser.skipChildren();
    }

    /** Skips the current value. */
    void skipCurrent() throws IOException {
        parser.skipChildren();
    }

    private static RunFormatException because(RunFormatException wrong, Exception cause) {
        wrong.initCause(cause);
        return wrong;
    }
}
