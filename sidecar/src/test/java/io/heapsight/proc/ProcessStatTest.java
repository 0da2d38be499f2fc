/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessStatTest {
    private static final String REST =
            " S 1 7 7 0 -1 1077936384 5000 0 12 0 150 50 0 0 20 0 19 0 987654 3500000000 8853"
                    + " 18446744073709551615 1 1 0 0\n";

    @Test
    void numbersAreAtTheirPositions() throws IOException {
        ProcessStat stat = parse("7 (java)" + REST);
        assertThat(stat.comm()).isEqualTo("java");
        assertThat(stat.state()).isEqualTo('S');
        assertThat(stat.cpuTicks()).isEqualTo(200);
        assertThat(stat.threads()).isEqualTo(19);
        assertThat(stat.startTicks()).isEqualTo(987654);
        assertThat(stat.residentPages()).isEqualTo(8853);
        assertThat(stat.hasEnded()).isFalse();
    }

    @Test
    void nameMayHoldBlanksAndParentheses() throws IOException {
        ProcessStat stat = parse("7 (evil) S 1 (x)" + REST);
        assertThat(stat.comm()).isEqualTo("evil) S 1 (x");
        assertThat(stat.startTicks()).isEqualTo(987654);
    }

    @Test
    void zombieHasEnded() throws IOException {
        assertThat(parse("7 (java)" + REST.replace(" S ", " Z ")).hasEnded()).isTrue();
    }

    /** A process with more capabilities can't be traced by others of its user. */
    @Test
    void statusIsReadableIfTheAddressOfTheCodeIs() throws IOException {
        assertThat(withCodeAt("1").willShowStatus()).isFalse();
        assertThat(withCodeAt("93824992231424").willShowStatus()).isTrue();
        assertThat(withCodeAt("0").willShowStatus()).as("of a zombie: unknown").isFalse();
    }

    private static ProcessStat withCodeAt(String address) throws IOException {
        return parse("7 (java)" + REST.replace("615 1 1 ", "615 " + address + " 1 "));
    }

    @Test
    void statusOfThisProcessWillBeReadable() throws IOException {
        assertThat(parse(Files.readString(Path.of("/proc/self/stat"))).willShowStatus()).isTrue();
    }

    @Test
    void lineWithoutNameIsRefused() {
        assertThatThrownBy(() -> parse("7 java S")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> parse("")).isInstanceOf(IOException.class);
    }

    private static ProcessStat parse(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return ProcessStat.parse(bytes, bytes.length);
    }
}
