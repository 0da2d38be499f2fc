/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QueryReplyReaderTest {
    private static final int MUTANTS = 10_000;
    private static final String DOCUMENT =
            "{\"status\":\"success\",\"warnings\":[\"slow\"],\"stats\":{\"a\":[1,{}]},\"data\":"
                    + "{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"pod\":\"a\"},"
                    + "\"values\":[[1000.5,\"1\"],[1015,\"-2.5e3\"],[1015,\"9\"],[1030,\"NaN\"]]},"
                    + "{\"metric\":{},\"value\":[1000,\"+Inf\"]}]}}";

    private static QueryReply read(byte[] document) throws IOException {
        return QueryReplyReader.read(
                new ByteArrayInputStream(document), new QueryResultLimits(100, 1000, 1 << 20));
    }

    @Test
    void pointsAreInOrderAndFinite() throws IOException {
        QueryReply reply = read(DOCUMENT.getBytes(StandardCharsets.UTF_8));
        assertThat(reply.isSuccess()).isTrue();
        assertThat(reply.warnings()).containsExactly("slow");
        assertThat(reply.notFinite()).isEqualTo(2);
        assertThat(reply.series()).hasSize(1);
        assertThat(reply.series().getFirst().epochMillis()).containsExactly(1_000_500, 1_015_000);
        assertThat(reply.series().getFirst().values()).containsExactly(1, -2500);
    }

    @Test
    void damagedDocumentsAreReadOrRefused() {
        byte[] sound = DOCUMENT.getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(38);
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = sound.clone();
            for (int k = random.nextInt(1, 4); k > 0; k--) {
                mutant[random.nextInt(mutant.length)] =
                        random.nextBoolean()
                                ? (byte) random.nextInt(256)
                                : sound[random.nextInt(sound.length)];
            }
            try {
                read(mutant).series().forEach(QueryReplyReaderTest::check);
            } catch (IOException _) {
                refused++;
            }
        }
        assertThat(refused).isBetween(MUTANTS / 10, MUTANTS - 1);
    }

    private static void check(MetricSeries series) {
        for (int i = 0; i < series.size(); i++) {
            assertThat(series.values()[i]).isFinite();
            assertThat(i == 0 || series.epochMillis()[i] > series.epochMillis()[i - 1]).isTrue();
        }
    }
}
