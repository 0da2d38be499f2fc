/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The stored part of the JVM's crash log. */
class CrashLogTest {
    @Test
    void stacksAreKeptWithoutRegistersAndCommandLine() {
        CrashLog log =
                CrashLog.of(
                        "hs_err_pid7.log",
                        """
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8
                        #
                        Command Line: -Dpassword=secret com.acme.Shop
                        java_command: com.acme.Shop secret
                        Native frames:
                        C  [libc.so.6+0x1]
                        Registers:
                        RAX=0x73656372657400
                        """);
        assertThat(log.headline()).contains("SIGSEGV (0xb) at pc=0x00007f, pid=7, tid=8");
        assertThat(log.text())
                .contains("Native frames:", "C  [libc.so.6+0x1]")
                .doesNotContain("secret", "com.acme", "Registers", "RAX");
    }

    @Test
    void textIsBoundedAndMayBeAnything() {
        assertThat(CrashLog.of("x", "line\n".repeat(100_000)).text()).hasSizeLessThan(16 * 1024);
        assertThat(CrashLog.of("x", "\0".repeat(100_000)).text()).isEmpty();
        assertThat(CrashLog.of("x", "").headline()).isEmpty();
        assertThat(CrashLog.of("x", "#\n#\n#\n").headline()).isEmpty();
    }
}
