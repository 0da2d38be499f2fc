/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The visible part of an option. */
class JvmFlagTest {
    @ParameterizedTest
    @CsvSource({
        "-Xmx388m, -Xmx388m",
        "-XX:MetaspaceSize=88m, -XX:MetaspaceSize=88m",
        "-XX:HeapDumpPath=/dumps, -XX:HeapDumpPath=/dumps",
        "-Dflag, -Dflag",
        "-Dlog.level=WARN, -Dlog.level=WARN",
        "-Dorders=1000, -Dorders=1000",
        "-Dspring.profiles.active=prod-eu, -Dspring.profiles.active=prod-eu",
        "-Djava.io.tmpdir=/var/tmp/shop-1.2.3, -Djava.io.tmpdir=/var/tmp/shop-1.2.3",
        "-Dupstream=https://db.shop.svc:8443/v1, -Dupstream=https://db.shop.svc:8443/v1",
        "-Dupstream=https://me:hunter2@db/v1, -Dupstream=(hidden)",
        "-Dacme=A3xh28dkLq91mZpT7vYw, -Dacme=(hidden)",
        "-Dtenant=1b4e28ba-2fa1-11d2-883f-0016d3cca427, -Dtenant=(hidden)",
        "-Ddb.url=jdbc:sqlserver://db;user=shop;password=hunter2, -Ddb.url=(hidden)",
        "-Ddb.password=hunter2, -Ddb.password=(hidden)",
        "-Ddb.pin=1234, -Ddb.pin=(hidden)",
        "-Ddb.url=jdbc:postgresql://shop:hunter2@db/shop, -Ddb.url=(hidden)",
        "-javaagent:/agent.jar=licence=hunter2, -javaagent:/agent.jar=(hidden)",
        "-XX:OnOutOfMemoryError=kill -9 %p, -XX:OnOutOfMemoryError=kill -9 %p",
        "-XX:OnError=curl -H 'Authorization: hunter2' shop, -XX:OnError=(hidden)"
    })
    void valuesThatMayBeSecretsAreHidden(String text, String shown) {
        assertThat(new JvmFlag(text, "the command line").shown()).isEqualTo(shown);
    }
}
