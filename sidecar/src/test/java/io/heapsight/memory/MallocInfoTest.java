/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import io.heapsight.unit.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded answers to {@code System.native_heap_info}. */
class MallocInfoTest {
    /** The first one is of a glibc without fast bins. */
    @Test
    void totalsAreThoseOfAllArenas() throws IOException {
        assertThat(read(recorded("jdk-21")))
                .isEqualTo(Reading.of(new MallocInfo(16, 99_885_056, 94_422_650, 2_220_032)));
        assertThat(read(recorded("jdk-25")))
                .isEqualTo(Reading.of(new MallocInfo(16, 224_665_600, 218_593_266, 1_167_360)));
    }

    @Test
    void answerOfManyArenasIsReadToItsEnd() throws IOException {
        String all = recorded("jdk-25");
        String arena =
                all.substring(all.indexOf("<heap nr=\"1\">"), all.indexOf("<heap nr=\"2\">"));
        StringBuilder many = new StringBuilder(all.substring(0, all.indexOf("<heap nr=\"1\">")));
        for (int i = 1; i < 1000; i++) {
            many.append(arena.replace("nr=\"1\"", "nr=\"" + i + "\""));
        }
        many.append(all.substring(all.lastIndexOf("</heap>") + "</heap>\n".length()));

        assertThat(read(many.toString()))
                .isEqualTo(Reading.of(new MallocInfo(1000, 224_665_600, 218_593_266, 1_167_360)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: malloc_info(3) not available.",
                "Error: Could not call malloc_info(3)",
                "",
                "<malloc version=\"1\">\n<heap nr=\"0\">\n<total type=\"fast\" count=\"1\" size=\"1\"/>"
            })
    void otherAnswersAreMissing(String answer) throws IOException {
        assertThat(read(answer).toOptional()).isEmpty();
    }

    @Test
    void mutatedAnswersHaveNoImpossibleFigures() throws IOException {
        Mutants.ofTexts(List.of(recorded("jdk-21"), recorded("jdk-25")))
                .areRead(
                        bytes ->
                                MallocInfo.read(new ByteArrayInputStream(bytes))
                                        .toOptional()
                                        .ifPresent(MallocInfoTest::isSound));
    }

    private static void isSound(MallocInfo info) {
        assertThat(info.arenas()).isPositive();
        assertThat(info.freeBytes()).isBetween(0L, info.systemBytes());
        assertThat(info.mappedBytes()).isNotNegative();
    }

    private static Reading<MallocInfo> read(String answer) throws IOException {
        return MallocInfo.read(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
    }

    private static String recorded(String jdk) throws IOException {
        try (InputStream in = MallocInfoTest.class.getResourceAsStream("/malloc/" + jdk + ".xml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
