/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.route.ReplyFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatNegotiationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "-                                                                | TEXT",
                "*/*                                                              | TEXT",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8  | TEXT",
                "application/json                                                 | JSON",
                "Application/JSON; charset=utf-8                                  | JSON",
                "application/*                                                    | JSON",
                "application/json, text/plain, */*                                | JSON",
                "text/plain, application/json                                     | TEXT",
                "text/plain;q=0.5, application/json                               | JSON",
                "application/json;q=0.5, */*;q=0.1                                | JSON",
                "application/json;q=0.5, */*                                      | TEXT",
                "application/json;q=0, */*                                        | TEXT",
                "text/plain;q=0, */*                                              | JSON",
                "text/html                                                        | -",
                "application/json;q=0                                             | -",
                "application/json;q=nonsense                                      | -",
            })
    void theBestFormWins(String accept, String expected) {
        assertThat(
                        FormatNegotiation.choose(
                                        accept, List.of(ReplyFormat.TEXT, ReplyFormat.JSON))
                                .map(ReplyFormat::name))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gzip                     | true",
                "deflate, GZIP;q=0.5      | true",
                "*                        | true",
                "*, gzip;q=0              | false",
                "gzip;q=0, *              | false",
                "identity                 | false",
                "                         | false"
            })
    void gzipIsAcceptedByNameOrByWildcard(String header, boolean accepted) {
        assertThat(FormatNegotiation.acceptsGzip(header)).isEqualTo(accepted);
    }
}
