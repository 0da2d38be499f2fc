/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    @Test
    void filesAndPipesStayAsTheyAre() {
        assertThat(Terminal.of(false, Map.of("TERM", "xterm"))).isEqualTo(Terminal.NONE);
    }

    @Test
    void terminalIsColoredUnlessItsUserOrItsKindForbidsIt() {
        assertThat(Terminal.of(true, Map.of("TERM", "xterm"))).isEqualTo(Terminal.COLORED);
        assertThat(Terminal.of(true, Map.of("NO_COLOR", ""))).isEqualTo(Terminal.COLORED);
        assertThat(Terminal.of(true, Map.of("NO_COLOR", "1"))).isEqualTo(Terminal.PLAIN);
        assertThat(Terminal.of(true, Map.of("TERM", "dumb"))).isEqualTo(Terminal.DUMB);
    }

    @Test
    void onlyTerminalsWithEscapeSequencesAreRedrawn() {
        assertThat(Terminal.values())
                .filteredOn(Terminal::redraws)
                .containsExactly(Terminal.PLAIN, Terminal.COLORED);
    }
}
