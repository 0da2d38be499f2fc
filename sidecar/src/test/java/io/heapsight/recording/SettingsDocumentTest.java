/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Every accepted document is XML for the JDK's own parser, too. */
class SettingsDocumentTest {
    private static final int ROUNDS = Integer.getInteger("mutants", 1_000);
    private static final long SEED = 20261126;

    private static final String WHOLE =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- ours - of a < b & c -->
            <configuration version="2.0" label='Mine &amp; "ours" &#x41;&#66; é > 1' provider="p">
              <category label="Java">
                <event name="jdk.ThreadSleep"><setting name="enabled">true</setting>
                  <setting name="threshold" control="t">7&#32;ms</setting></event >
                <event name="jdk.FileRead" description="&lt;&gt;&quot;&apos;">
                  <setting name="enabled">false</setting>
                </event>
              </category>
              <control><variable name="t"/><!----></control>
            </configuration>
            <!-- the end -->
            """;

    @Test
    void documentIsKeptVerbatimWithItsLabel() throws Exception {
        SettingsDocument document = parse(WHOLE);
        assertThat(document.name()).isEqualTo("posted: Mine & \"ours\" AB é > 1");
        assertThat(document.content()).isEqualTo(WHOLE.getBytes(UTF_8));
        assertThat(parse("\ufeff" + WHOLE)).isEqualTo(document);
        assertThat(parse(WHOLE.replace("\n", "\r\n")).name()).isEqualTo(document.name());
    }

    @Test
    void settingsOfThisJdkAreAccepted() throws Exception {
        for (String name : RecordingSettings.OF_JDK) {
            Path file = Path.of(System.getProperty("java.home"), "lib", "jfr", name + ".jfc");
            SettingsDocument document = SettingsDocument.parse(Files.readAllBytes(file));
            assertThat(document.name()).isNotEqualTo("posted").startsWith("posted: ");
            assertThat(document.text().length()).isLessThan(SettingsDocument.MOST_BYTES / 2);
        }
    }

    @Test
    void labelIsSafeToShowAndShort() throws Exception {
        assertThat(parse("<configuration version='1.0'/>").name()).isEqualTo("posted");
        assertThat(parse("<configuration version='2.0' label='&#x202e;&#9;x'/>").name())
                .isEqualTo("posted: \\u202e\\u0009x");
        assertThat(parse("<configuration version='2.0' label='%s'/>".formatted("x".repeat(5000))))
                .satisfies(it -> assertThat(it.name()).hasSizeLessThan(80));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "<configuration version='2.0'>§<a>§</b>|3|</b> where </a> is expected",
                "<configuration version='2.0'>§<a>|2|ends within <a>",
                "<configuration version='2.0'/>§§x|3|nothing may come after",
                "<configuration version='2.0'>§<a b='1' b='2'/></configuration>|2|duplicate attribute b",
                "<configuration version='2.0'>§<a b='1'c='2'/></configuration>|2|blank or the end",
                "<configuration version='2.0'>§<a b=1/></configuration>|2|1 instead of \"",
                "<configuration version='2.0'>§<a b='<'/></configuration>|2|< in the value",
                "<configuration version='2.0'>§&nbsp;</configuration>|2|unknown entity &nbsp;",
                "<configuration version='2.0'>§ a & b</configuration>|2|written as &amp;",
                "<configuration version='2.0'>§&#0;&#x110000;</configuration>|2|unknown entity &#0;",
                "<configuration version='2.0'>§]]></configuration>|2|]]>",
                "<configuration version='2.0'>§<!-- a -- b --></configuration>|2|-- within a comment",
                "<configuration version='2.0'>§<![CDATA[x]]></configuration>|2|CDATA",
                "<configuration version='2.0'>§<?x y?></configuration>|2|processing instructions",
                "§<!DOCTYPE configuration SYSTEM 'file:///etc/passwd'>|2|DOCTYPE, CDATA and processing instructions",
                "<?xml version='1.1'?>|1|declaration is not",
                "<?xml version='1.0' encoding='UTF-16'?>|1|encoding is not UTF-8",
                "§<config version='2.0'/>|2|root element is <config>",
                "§<configuration/>|2|no version=",
                "§<configuration version='3.0'/>|2|no version=",
                "<!--§§|3|a comment has no end",
                "profile|1|p instead of <",
            })
    void malformedOneIsToldWithItsLine(String text, int line, String what) {
        assertThat(refusal(text.replace('§', '\n').getBytes(UTF_8)))
                .startsWith("Line " + line + ": ")
                .contains(what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"é", "\u0080", "ÿ"})
    void otherEncodingIsToldWithItsLine(String text) {
        assertThat(refusal(("<configuration>\n\n" + text).getBytes(ISO_8859_1)))
                .isEqualTo("Line 3: a byte that is not UTF-8.");
    }

    @Test
    void depthAndLengthAreBounded() throws Exception {
        String deep = "<configuration version='2.0'>" + "<a>".repeat(31) + "%s" + "</a>".repeat(31);
        assertThat(parse(deep.formatted("") + "</configuration>").name()).isEqualTo("posted");
        assertThat(refusal(deep.formatted("<a/>").getBytes(UTF_8))).contains("32 elements deep");
        assertThat(
                        refusal(
                                ("<configuration version='2.0'>" + "<a>".repeat(80_000))
                                        .getBytes(UTF_8)))
                .contains("32 elements deep");
        Problem tooLong =
                catchThrowableOfType(
                                ProblemException.class,
                                () ->
                                        SettingsDocument.read(
                                                new ByteArrayInputStream(new byte[300_000])))
                        .problem();
        assertThat(tooLong.kind()).isEqualTo(Problem.Kind.PAYLOAD_TOO_LARGE);
    }

    @Test
    void mutatedDocumentIsXmlOrAProblemWithALine() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = mutated(random);
            String text = new String(bytes, ISO_8859_1);
            try {
                SettingsDocument document = SettingsDocument.parse(bytes);
                assertThat(document.content()).isEqualTo(bytes);
                assertThat(xml(bytes)).as("round %d: %s", round, text).isTrue();
                taken++;
            } catch (ProblemException e) {
                String detail = e.problem().detail();
                assertThat(detail).as("round %d: %s", round, text).matches("Line [1-9]\\d*: .+\\.");
                if (xml(bytes)) {
                    assertThat(detail)
                            .as("round %d: XML, but refused: %s", round, text)
                            .containsAnyOf(
                                    "processing instr", "root element", "no version", "encoding");
                }
            }
        }
        assertThat(taken).as("seed %d", SEED).isBetween(ROUNDS / 20, ROUNDS * 19 / 20);
    }

    private static byte[] mutated(SplittableRandom random) {
        byte[] whole = WHOLE.getBytes(UTF_8);
        byte[] bytes =
                random.nextInt(8) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole;
        String signs = "<>&;\"'=/!-?#x] \n\t0aZé\u0001";
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            byte sign =
                    random.nextInt(4) == 0
                            ? (byte) random.nextInt()
                            : (byte) signs.charAt(random.nextInt(signs.length()));
            bytes[random.nextInt(bytes.length)] = sign;
        }
        return bytes;
    }

    /** Whether the JDK's parser accepts it. */
    private static boolean xml(byte[] bytes) throws Exception {
        try {
            SAXParserFactory.newInstance()
                    .newSAXParser()
                    .parse(new ByteArrayInputStream(bytes), new Silent());
            return true;
        } catch (SAXException | java.io.IOException _) {
            return false;
        }
    }

    /** Without it, the parser writes its errors to standard error. */
    private static final class Silent extends DefaultHandler {
        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {}
    }

    private static SettingsDocument parse(String text) throws ProblemException {
        return SettingsDocument.parse(text.getBytes(UTF_8));
    }

    private static String refusal(byte[] bytes) {
        return catchThrowableOfType(ProblemException.class, () -> SettingsDocument.parse(bytes))
                .problem()
                .detail();
    }
}
