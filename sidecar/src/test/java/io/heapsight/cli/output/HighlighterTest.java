/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HighlighterTest {
    private final Highlighter highlighter = new Highlighter();

    /** Names the colours: {red}, {green}, {yellow}, {bold}, and their end: {}. */
    private String of(String line) {
        return highlighter
                .of(line)
                .replace("\u001b[1;31m", "{red}")
                .replace("\u001b[32m", "{green}")
                .replace("\u001b[33m", "{yellow}")
                .replace("\u001b[1m", "{bold}")
                .replace("\u001b[0m", "{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "1. high: the heap is full|1. {red}high{}: the heap is full",
                "12. medium: long pauses|12. {yellow}medium{}: long pauses",
                "     leak suspect, high: 12.0 MiB, 40.1 %|     leak suspect, {red}high{}: 12.0 MiB, 40.1 %",
                "  Warning 83, Allocated Classes: many|  {red}Warning{} 83, Allocated Classes: many",
                "analysis-memory       ok  512.0 MiB|analysis-memory       {green}ok{}  512.0 MiB",
                "one-target            NO  Several JVMs|one-target            {red}NO{}  Several JVMs",
                "counters   NO     because of one-target|counters   {red}NO{}     because of one-target",
                "analysis   works|analysis   {green}works{}",
                " gc.count *  1  2  +100 %  (90 to 110)  worse| gc.count *  1  2  +100 %  (90 to 110)  {red}worse{}",
                " gc.count    1  2  -10 %   -  better| gc.count    1  2  -10 %   -  {green}better{}",
                "  0.000   0.093  +0.093  differs      com.acme.Extra|  0.000   0.093  +0.093  {yellow}differs{}      com.acme.Extra",
                "     medium, retains 25.9 MiB|     {yellow}medium{}, retains 25.9 MiB",
                "! The limits differ.|{yellow}!{} The limits differ.",
                "limit is 1.0 GiB, its working set 97.3 % of it|limit is 1.0 GiB, its working set {red}97.3 %{} of it",
                "limit is 1.0 GiB, its working set 91.0 % of it|limit is 1.0 GiB, its working set {yellow}91.0 %{} of it"
            })
    void severitiesAndVerdictsAreColored(String line, String expected) {
        assertThat(of(line)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1. for information: a young collection promotes much",
                "limit is 1.0 GiB, its working set 47.3 % of it",
                " gc.count    1  2  +1 %   -  no evidence",
                "collector: G1, JDK 25",
                "worse",
                "NO",
                ""
            })
    void everythingElseStays(String line) {
        assertThat(of(line)).isEqualTo(line);
    }

    @Test
    void symptomsOfPodsAreColoredBelowTheirHeading() {
        assertThat(of("POD     FULL IN  GC     WHY"))
                .isEqualTo("{bold}POD     FULL IN  GC     WHY{}");
        assertThat(of("shop-1  -        0.4 %  -")).isEqualTo("shop-1  -        0.4 %  -");
        assertThat(of("shop-2  3.0 h    0.4 %  1 OOM kill"))
                .isEqualTo("shop-2  3.0 h    0.4 %  {red}1 OOM kill{}");
    }

    @Test
    void headingsOfJstatAreBold() {
        assertThat(of("  S0     S1     E   ")).isEqualTo("{bold}  S0     S1     E   {}");
    }

    @Test
    void hostileLineTakesNoTime() {
        String line = "A  ".repeat(20_000) + "a";
        assertThat(of(line)).isEqualTo(line);
    }
}
