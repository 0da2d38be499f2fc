/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempDirectoryLocatorTest {
    @TempDir private Path system;

    @TempDir private Path data;

    @Test
    void theSystemsDirectoryIsTakenWhereItIsWritable() {
        assertThat(TempDirectoryLocator.directory(system, data)).isEqualTo(system);
    }

    @Test
    void otherwiseTheDataDirectory() {
        assertThat(TempDirectoryLocator.directory(system.resolve("none"), data)).isEqualTo(data);
    }

    @Test
    void anErrorNamesTheSystemsDirectoryIfNeitherIsWritable() {
        assertThat(TempDirectoryLocator.directory(system.resolve("none"), data.resolve("none")))
                .isEqualTo(system.resolve("none"));
    }
}
