/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** The classes of the program, without its tests and the jar of the heap engine's tests. */
final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return Predefined.DO_NOT_INCLUDE_TESTS.includes(location)
                && !location.contains("-tests.jar");
    }
}
