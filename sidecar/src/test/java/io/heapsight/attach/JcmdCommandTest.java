/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JcmdCommandTest {
    private static String dump(String file) {
        return JcmdCommand.of("GC.heap_dump", "-all", file).line();
    }

    /** The JVM's parser reads "/day=1/a" as the option "/day": the dump would be at "/day". */
    @Test
    void quotesArgumentsThatTheParserWouldSplit() {
        assertThat(dump("/day=1/a")).isEqualTo("GC.heap_dump -all \"/day=1/a\"");
        assertThat(dump("/a b")).isEqualTo("GC.heap_dump -all \"/a b\"");
        assertThat(dump("/it's")).isEqualTo("GC.heap_dump -all \"/it's\"");
        assertThat(dump("/\"a\"")).isEqualTo("GC.heap_dump -all '/\"a\"'");
        assertThat(dump("/a\\b")).isEqualTo("GC.heap_dump -all /a\\b");
    }

    /** In quotes it would be the file name. */
    @Test
    void optionsWithAValueAreNotQuoted() {
        assertThat(JcmdCommand.of("GC.heap_dump", "-gz=1", "/a=b").line())
                .isEqualTo("GC.heap_dump -gz=1 \"/a=b\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a\nb", "/a\"'", "/a b\\", "/%p", "/100%%"})
    void someNamesNoJvmTakesAsTheyAre(String name) {
        assertThat(JcmdCommand.takesFileName(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "/a=b", "/a b", "/it's", "/a%20b", "/\u00fc", "/a\\"})
    void othersItTakes(String name) {
        assertThat(JcmdCommand.takesFileName(name)).isTrue();
        assertThat(dump(name)).contains(name);
    }
}
