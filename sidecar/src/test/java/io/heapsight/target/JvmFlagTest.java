/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What others get to see of an option. */
class JvmFlagTest {
    @ParameterizedTest
    @CsvSource({
        "-Xmx388m, -Xmx388m",
        "-XX:MetaspaceSize=88m, -XX:MetaspaceSize=88m",
        "-XX:HeapDumpPath=/dumps, -XX:HeapDumpPath=/dumps",
        "-Dflag, -Dflag",
        "-Dlog.level=WARN, -Dlog.level=WARN",
        "-Dorders=1000, -Dorders=1000",
        "-Ddb.password=hunter2, -Ddb.password=(hidden)",
        "-Ddb.pin=1234, -Ddb.pin=(hidden)",
        "-Ddb.url=jdbc:postgresql://shop:hunter2@db/shop, -Ddb.url=(hidden)",
        "-javaagent:/agent.jar=licence=hunter2, -javaagent:/agent.jar=(hidden)"
    })
    void valuesThatMayBeSecretsAreHidden(String text, String shown) {
        assertThat(new JvmFlag(text, "the command line").shown()).isEqualTo(shown);
    }
}
