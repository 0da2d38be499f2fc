/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SapMachineArrayLimitTest {
    private static final String FLAG = "     bool LimitPrimArrayContentInHeapDump         ";

    @Test
    void dumpReportsOmittedArrayContents() {
        assertThat(SapMachineArrayLimit.words(FLAG + "= true   {manageable} {command line}\n"))
                .contains(
                        "the JVM omitted contents of primitive arrays"
                                + " (LimitPrimArrayContentInHeapDump)");
    }

    @Test
    void dumpNamesTheFlagIfTheJvmHasIt() {
        assertThat(SapMachineArrayLimit.words(FLAG + "= false  {manageable} {default}\n"))
                .contains(
                        "the JVM can omit contents of primitive arrays"
                                + " (-XX:+LimitPrimArrayContentInHeapDump)");
    }

    @Test
    void otherJvmsAreNotMentioned() {
        assertThat(SapMachineArrayLimit.words("     bool UseG1GC  = true {product} {ergonomic}\n"))
                .isEmpty();
        assertThat(SapMachineArrayLimit.words("")).isEmpty();
    }
}
