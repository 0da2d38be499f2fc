/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,        localhost,        true",
        "127.0.0.1,        LOCALHOST:9404,   true",
        "127.0.0.1,        127.0.0.1:9404,   true",
        "::1,              [::1]:9404,       true",
        "::1,              [::1],            true",
        "::ffff:127.0.0.1, localhost,        true",
        "127.0.0.6,        localhost,        false",
        "127.0.0.2,        127.0.0.1,        false",
        "10.0.0.7,         localhost,        false",
        "fe80::1,          localhost,        false",
        "127.0.0.1,        evil.example,     false",
        "127.0.0.1,        localhost.evil.example:9404, false",
        "127.0.0.1,        [::1].evil,       false",
        "127.0.0.1,        127.0.0.1.,       false",
    })
    void loopbackIsThePeerAndTheHostThatWasAskedFor(String peer, String host, boolean expected) {
        assertThat(caller(peer, Map.of("Host", host)).isOnLoopback()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"})
    void whatAProxyForwardsIsNotFromLoopback(String header) {
        assertThat(caller("127.0.0.1", Map.of("Host", "localhost", header, "x")).isOnLoopback())
                .isFalse();
    }

    @Test
    void aRequestWithoutHostIsNotFromLoopback() {
        assertThat(caller("127.0.0.1", Map.of()).isOnLoopback()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,                        -,           false",
                "http://localhost:9404,    -,           false",
                "https://LOCALHOST:9404,   -,           false",
                "http://localhost:8080,    -,           true",
                "http://evil.example,      -,           true",
                "null,                     -,           true",
                "-,                        same-origin, false",
                "-,                        none,        false",
                "-,                        same-site,   true",
                "http://localhost:9404,    cross-site,  true",
            })
    void crossSiteIsAnotherOriginOrWhatTheBrowserSays(String origin, String site, boolean cross) {
        Map<String, String> headers = new TreeMap<>(Map.of("Host", "localhost:9404"));
        if (origin != null) {
            headers.put("Origin", origin);
        }
        if (site != null) {
            headers.put("Sec-Fetch-Site", site);
        }
        assertThat(caller("127.0.0.1", headers).isCrossSite()).isEqualTo(cross);
    }

    @Test
    void tokenFollowsBearer() {
        assertThat(caller("::1", Map.of("Authorization", "bearer  abc ")).bearerToken())
                .isEqualTo("abc");
        assertThat(caller("::1", Map.of("Authorization", "Basic abc")).bearerToken()).isNull();
        assertThat(caller("::1", Map.of()).bearerToken()).isNull();
    }

    private static Caller caller(String peer, Map<String, String> headers) {
        return new Caller(InetAddress.ofLiteral(peer), headers::get);
    }
}
