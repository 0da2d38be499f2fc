/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.io.IOException;

/** The result of a query exceeds the bounds of this process. */
final class TooManyPointsException extends IOException {
    TooManyPointsException(String message) {
        super(message);
    }
}
