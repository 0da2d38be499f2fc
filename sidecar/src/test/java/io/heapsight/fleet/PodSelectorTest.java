/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodSelectorTest {
    @Test
    void bracesAndBlanksDoNotMatter() throws ProblemException {
        assertThat(PodSelector.of("{ namespace = \"shop\", version=~\"1\\\\.4.*\" , }").matchers())
                .isEqualTo("namespace=\"shop\",version=~\"1\\\\.4.*\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "shop",
                "namespace=shop",
                "namespace=\"shop\"} or up{",
                "namespace=\"shop",
                "namespace=\"shop\" version=\"1.4\""
            })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> PodSelector.of(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageStartingWith("Not a selector");
    }

    @Test
    void armIsNamedByItsDifference() throws ProblemException {
        PodSelector old = PodSelector.of("namespace=\"shop\",version=\"1.4\"");
        PodSelector young = PodSelector.of("namespace=\"shop\",version=\"1.5\"");
        assertThat(young.nameBeside(old)).isEqualTo("version=1.5");
        assertThat(old.nameBeside(old)).isEqualTo("namespace=shop,version=1.4");
    }
}
