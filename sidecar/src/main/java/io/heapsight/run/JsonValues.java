/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * Reads the values of a JSON document one after the other, each as what it must be. Whatever is
 * wrong becomes a {@link RunFormatException} that says where.
 */
final class JsonValues {
    /** Reads a part of the document. */
    @FunctionalInterface
    interface Part {
        void read() throws IOException;
    }

    private final JsonParser parser;
    private final String source;

    /**
     * @param source said before the place, where there is more than one document: "line 4"
     */
    JsonValues(JsonParser parser, String source) {
        this.parser = parser;
        this.source = source;
    }

    /** Reads, and says where it went wrong. */
    void reading(Part part) throws IOException {
        try {
            part.read();
        } catch (JsonEOFException e) {
            throw because(wrong("it ends in the middle"), e);
        } catch (JsonProcessingException e) {
            throw because(wrong("not JSON: " + firstLine(e.getOriginalMessage())), e);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
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

    /** The name of the field that was reached. */
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

    /** Goes to the next field of an object; false at its end. */
    boolean nextField() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw wrong("it ends in the middle");
        }
        return token == JsonToken.FIELD_NAME;
    }

    /** Goes to the next element of an array; false at its end. */
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

    Instant time() throws IOException {
        return Instant.parse(text());
    }

    /** A whole number, however it is written: 7, 7.0 and 7e0 are the same to JSON. */
    long integer() throws IOException {
        if (!nextToken().isNumeric()) {
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

    /** The number that was reached. */
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

    /** The token after this one. */
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

    /** Leaves out the value of the field that was reached. */
    void skip() throws IOException {
        nextToken();
        parser.skipChildren();
    }

    /** Leaves out the value that was reached. */
    void skipCurrent() throws IOException {
        parser.skipChildren();
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    private static RunFormatException because(RunFormatException wrong, Exception cause) {
        wrong.initCause(cause);
        return wrong;
    }
}
