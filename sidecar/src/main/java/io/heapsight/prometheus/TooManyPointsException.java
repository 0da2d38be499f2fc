/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.io.IOException;

/** Thrown if the result of a query exceeds its {@link SeriesBounds}. */
final class TooManyPointsException extends IOException {
    TooManyPointsException(String message) {
        super(message);
    }
}
