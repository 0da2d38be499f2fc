/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.unit.ProblemException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Checks that a settings document is well-formed, in the subset of XML 1.0 that such documents use.
 * The sidecar's runtime has no XML parser. Refuses a DOCTYPE, which no document needs and which
 * could make a target's parser read other files.
 *
 * @see <a href="https://www.w3.org/TR/xml/">Extensible Markup Language (XML) 1.0</a>
 */
final class SettingsXmlChecker {
    private static final int DEEPEST = 32;

    /** Maximum length of a reference: that of U+10FFFF in hexadecimal. */
    private static final int LONGEST_REFERENCE = 12;

    private static final Map<String, Integer> ENTITIES =
            Map.of("lt", (int) '<', "gt", (int) '>', "amp", (int) '&', "apos", 39, "quot", 34);

    private static final Set<String> OF_DECLARATION = Set.of("version", "encoding", "standalone");

    /** Supported versions: 1.0 for Oracle's JDK 8, 2.0 for all others. */
    private static final Set<String> VERSIONS = Set.of("1.0", "2.0");

    private final String text;
    private final Deque<String> open = new ArrayDeque<>();
    private int at;

    private record Tag(String name, Map<String, String> attributes) {}

    private SettingsXmlChecker(String text) {
        this.text = text;
    }

    /**
     * Returns the label of the settings, or "".
     *
     * @throws ProblemException the first error and its line
     */
    static String label(String text) throws ProblemException {
        return new SettingsXmlChecker(text).document();
    }

    private String document() throws ProblemException {
        declaration();
        between();
        String label = root();
        while (!open.isEmpty()) {
            content();
        }
        between();
        if (at < text.length()) {
            throw wrong("nothing may come after </configuration>");
        }
        return label;
    }

    /** Reads the optional {@code <?xml version="1.0" encoding="UTF-8"?>}. */
    private void declaration() throws ProblemException {
        if (!next("<?xml")) {
            return;
        }
        Map<String, String> attributes = attributes("?>");
        require("?>");
        boolean known = OF_DECLARATION.containsAll(attributes.keySet());
        if (!known || !"1.0".equals(attributes.get("version"))) {
            throw wrong("the declaration is not <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        }
        if (!attributes.getOrDefault("encoding", "UTF-8").equalsIgnoreCase("UTF-8")) {
            throw wrong("its encoding is not UTF-8");
        }
    }

    private void between() throws ProblemException {
        do {
            blanks();
        } while (comment());
    }

    private String root() throws ProblemException {
        Tag root = element();
        if (!root.name().equals("configuration")) {
            throw wrong("the root element is <%s>, not <configuration>".formatted(root.name()));
        }
        if (!VERSIONS.contains(root.attributes().getOrDefault("version", ""))) {
            throw wrong("<configuration> has no version=\"2.0\"");
        }
        return root.attributes().getOrDefault("label", "");
    }

    /** Reads the next item within an element. */
    private void content() throws ProblemException {
        if (at == text.length()) {
            throw wrong("the document ends within <%s>".formatted(open.peek()));
        }
        if (comment()) {
            return;
        }
        if (next("</")) {
            String name = name();
            if (!name.equals(open.peek())) {
                throw wrong("</%s> where </%s> is expected".formatted(name, open.peek()));
            }
            blanks();
            require(">");
            open.pop();
        } else if (text.charAt(at) == '<') {
            element();
        } else if (text.startsWith("]]>", at)) {
            throw wrong("]]> in a text");
        } else {
            character();
        }
    }

    /** Reads the start of an element, or an empty element. */
    private Tag element() throws ProblemException {
        if (text.startsWith("<!", at) || text.startsWith("<?", at)) {
            throw wrong("DOCTYPE, CDATA and processing instructions are not supported");
        }
        require("<");
        String name = name();
        if (open.size() == DEEPEST) {
            throw wrong("<%s> is more than %d elements deep".formatted(name, DEEPEST));
        }
        Map<String, String> attributes = attributes("/>");
        if (!next("/>")) {
            require(">");
            open.push(name);
        }
        return new Tag(name, attributes);
    }

    /** Reads attributes up to the end of the tag. */
    private Map<String, String> attributes(String end) throws ProblemException {
        Map<String, String> attributes = new HashMap<>();
        while (true) {
            boolean apart = blanks();
            if (at == text.length() || text.startsWith(end, at) || text.charAt(at) == '>') {
                return attributes;
            }
            if (!apart) {
                throw wrong("a blank or the end of the tag is missing");
            }
            String name = name();
            blanks();
            require("=");
            blanks();
            if (attributes.put(name, value()) != null) {
                throw wrong("duplicate attribute %s".formatted(name));
            }
        }
    }

    private String value() throws ProblemException {
        String quote = text.startsWith("'", at) ? "'" : "\"";
        require(quote);
        StringBuilder value = new StringBuilder();
        while (!next(quote)) {
            if (at == text.length() || text.charAt(at) == '<') {
                throw wrong("< in the value of an attribute, or no quote at its end");
            }
            boolean blank = isBlank(text.charAt(at));
            int c = character();
            value.appendCodePoint(blank ? ' ' : c);
        }
        return value.toString();
    }

    private boolean comment() throws ProblemException {
        if (!next("<!--")) {
            return false;
        }
        while (!next("--")) {
            if (at == text.length()) {
                throw wrong("a comment has no end");
            }
            plain();
        }
        if (!next(">")) {
            throw wrong("-- within a comment");
        }
        return true;
    }

    /** Reads a character of a text or value, literal or as a reference. */
    private int character() throws ProblemException {
        return text.charAt(at) == '&' ? reference() : plain();
    }

    private int plain() throws ProblemException {
        int c = text.codePointAt(at);
        if (!isXml(c)) {
            throw wrong("the character U+%04X".formatted(c));
        }
        at += Character.charCount(c);
        return c;
    }

    private int reference() throws ProblemException {
        int end = text.indexOf(';', at);
        if (end < 0 || end > at + LONGEST_REFERENCE) {
            throw wrong("& without an entity; it is written as &amp;");
        }
        String name = text.substring(at + 1, end);
        int c = name.startsWith("#") ? number(name.substring(1)) : ENTITIES.getOrDefault(name, 0);
        if (!isXml(c)) {
            throw wrong("unknown entity &%s;".formatted(name));
        }
        at = end + 1;
        return c;
    }

    /** Parses the number of a character; 0 if it is invalid. */
    private static int number(String digits) {
        if (digits.matches("x[0-9A-Fa-f]{1,6}")) {
            return Integer.parseInt(digits.substring(1), 16);
        }
        return digits.matches("[0-9]{1,7}") ? Integer.parseInt(digits) : 0;
    }

    private String name() throws ProblemException {
        int begin = at;
        while (at < text.length() && isOfName(text.charAt(at), at == begin)) {
            at++;
        }
        if (at == begin) {
            throw wrong("a name is missing");
        }
        return text.substring(begin, at);
    }

    /** Whether a character belongs to a name; names in these documents are ASCII. */
    private static boolean isOfName(char c, boolean first) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        return letter || (!first && ((c >= '0' && c <= '9') || c == '-' || c == '.'));
    }

    private boolean blanks() {
        int begin = at;
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
        return at > begin;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isXml(int c) {
        if (c < ' ') {
            return c == '\t' || c == '\n' || c == '\r';
        }
        boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return !half && c != 0xfffe && c != 0xffff && c <= Character.MAX_CODE_POINT;
    }

    private boolean next(String expected) {
        boolean there = text.startsWith(expected, at);
        at += there ? expected.length() : 0;
        return there;
    }

    private void require(String expected) throws ProblemException {
        if (!next(expected)) {
            String found =
                    at == text.length() ? "the end" : Character.toString(text.codePointAt(at));
            throw wrong("%s instead of %s".formatted(found, expected));
        }
    }

    private ProblemException wrong(String what) {
        return SettingsDocument.malformed(text, at, what);
    }
}
