/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TargetSelectorTest {
    private static final TargetJvm ORDERS = jvm(7, "com.acme.OrderService");
    private static final TargetJvm SHOP = jvm(12, "/app/shop.jar");
    private static final List<TargetJvm> BOTH = List.of(ORDERS, SHOP);

    @Test
    void emptySelectorMeansTheOnlyJvm() throws ProblemException {
        assertThat(TargetSelector.parse("").one(List.of(ORDERS))).isEqualTo(ORDERS);
    }

    @Test
    void severalAreListed() {
        assertThatThrownBy(() -> TargetSelector.parse("").one(BOTH))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("7 (OrderService), 12 (shop.jar)");
    }

    @Test
    void noJvmSaysHowToMakeOneVisible() {
        assertThatThrownBy(() -> TargetSelector.parse("").one(List.of()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e ->
                                assertThat(e.problem().remedy())
                                        .contains("shareProcessNamespace: true"));
    }

    @Test
    void mismatchListsTheVisibleJvms() {
        assertThatThrownBy(() -> TargetSelector.parse("Shop").one(BOTH))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> {
                            assertThat(e.problem().detail())
                                    .isEqualTo(
                                            "no visible JVM is called Shop; there are: 7"
                                                    + " (OrderService), 12 (shop.jar)");
                            assertThat(e.problem().remedy()).startsWith("select one");
                        });
    }

    @Test
    void selectsByPidAndName() throws ProblemException {
        assertThat(TargetSelector.parse("12").one(BOTH)).isEqualTo(SHOP);
        assertThat(TargetSelector.parse("OrderService").one(BOTH)).isEqualTo(ORDERS);
        assertThat(TargetSelector.parse("com.acme.*").one(BOTH)).isEqualTo(ORDERS);
        assertThat(TargetSelector.parse("s?op.jar").one(BOTH)).isEqualTo(SHOP);
        assertThat(TargetSelector.parse("*").all(BOTH)).isEqualTo(BOTH);
    }

    @Test
    void dotIsNoWildcard() {
        assertThat(TargetSelector.parse("com.acme.OrderServic.").matches(ORDERS)).isFalse();
    }

    static TargetJvm jvm(int pid, String main) {
        String last = main.substring(main.lastIndexOf('/') + 1);
        return new TargetJvm(
                pid,
                pid,
                1000,
                1000,
                100,
                last.endsWith(".jar") ? last : last.substring(last.lastIndexOf('.') + 1),
                Reading.of(main),
                Vm.HOTSPOT,
                "libjvm.so is mapped",
                Reading.of("17.0.15"),
                Reading.of("Debian"),
                Reading.of("G1"),
                JvmFlags.NONE,
                Reading.missing("none"),
                Optional.empty());
    }
}
