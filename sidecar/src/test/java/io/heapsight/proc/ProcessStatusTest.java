/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatusTest {
    private static final String IN_CONTAINER =
            """
            Name:\tjava
            Umask:\t0022
            State:\tS (sleeping)
            Tgid:\t4711
            Pid:\t4711
            PPid:\t4690
            Uid:\t0\t1000\t0\t1000
            Gid:\t0\t1001\t0\t1001
            NSpid:\t4711\t12\t7
            VmRSS:\t   36261 kB
            Threads:\t19
            SigBlk:\t0000000000000000
            SigIgn:\t0000000000000000
            SigCgt:\t2000000181005ccf
            CapPrm:\t00000000a80425fb
            CapEff:\t0000000000080021
            """;

    @Test
    void idsAreTheEffectiveOnes() {
        ProcessStatus status = ProcessStatus.parse(IN_CONTAINER);
        assertThat(status.uid()).isEqualTo(1000);
        assertThat(status.gid()).isEqualTo(1001);
    }

    @Test
    void innermostPidIsTheLastOne() {
        assertThat(ProcessStatus.parse(IN_CONTAINER).nsPid()).isEqualTo(7);
    }

    @Test
    void withoutNsPidThePidIsUsed() {
        ProcessStatus status = ProcessStatus.parse("Name:\tjava\nPid:\t42\nUid:\t0\t0\t0\t0\n");
        assertThat(status.nsPid()).isEqualTo(42);
    }

    @Test
    void masksAreHexadecimal() {
        ProcessStatus status = ProcessStatus.parse(IN_CONTAINER);
        assertThat(status.catchesSigQuit()).isTrue();
        assertThat(Capability.SYS_PTRACE.in(status.capEffective())).isTrue();
        assertThat(Capability.namesIn(status.capEffective())).isEqualTo("CHOWN, KILL, SYS_PTRACE");
        assertThat(Capability.SYS_PTRACE.in(status.capPermitted())).isFalse();
    }

    @Test
    void startingJvmDoesNotCatchSigQuit() {
        assertThat(ProcessStatus.parse("SigCgt:\t0000000000000000\n").catchesSigQuit()).isFalse();
    }

    @Test
    void residentMemoryIsInBytes() {
        assertThat(ProcessStatus.parse(IN_CONTAINER).residentBytes()).isEqualTo(36261L * 1024);
    }

    @Test
    void cpusAreTheBitsOfTheirMask() {
        assertThat(ProcessStatus.parse("Cpus_allowed:\tf,ffff00ff\n").cpusAllowed()).isEqualTo(28);
        assertThat(ProcessStatus.parse(IN_CONTAINER).cpusAllowed()).isZero();
    }

    @Test
    void garbageIsNotAnError() {
        assertThat(ProcessStatus.parse("Pid:\tx\nUid:\nSigCgt:\tzz\n:::\n\n").pid()).isZero();
    }
}
